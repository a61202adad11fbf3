/** K and L. */
export const digestionSkin = `
K00.7|Teething|ngipin
K02.9|Tooth decay|dental caries, sirang ngipin
K04.7|Tooth abscess|periapical abscess
K05.1|Gingivitis|gilagid
K05.3|Chronic periodontitis|
K08.8|Toothache and other tooth disorders|sakit ng ngipin
K11.2|Salivary gland inflammation|sialadenitis, parotitis
K12.0|Mouth ulcers (aphthous)|singaw
K12.1|Stomatitis|singaw
K12.2|Mouth abscess or cellulitis|ludwig angina
K13.0|Diseases of lips|cheilitis
K14.0|Glossitis|
K20|Esophagitis|
K21.0|Reflux disease with esophagitis|gerd, acid reflux
K21.9|Reflux disease|gerd, acid reflux, heartburn, lpr, pangangasim
K22.0|Achalasia|
K22.1|Ulcer of the esophagus|
K25.9|Gastric ulcer|gu, pud, ulcer, ulser
K26.9|Duodenal ulcer|du, pud, ulcer, ulser
K27.9|Peptic ulcer|pud, ulcer, ulser, bpud
K29.1|Acute gastritis|gastritis, hyperacidity
K29.5|Chronic gastritis|
K29.7|Gastritis|hyperacidity, pangangasim, kabag, sikmura, apd
K30|Dyspepsia|apd, acid peptic disease, functional dyspepsia, indigestion, kabag, hindi natunawan
K31.7|Stomach polyp|
K35.2|Appendicitis with generalized peritonitis|ruptured
K35.3|Appendicitis with localized peritonitis|ap, apendisitis, appendiceal abscess
K35.8|Acute appendicitis|ap, apendisitis
K37|Appendicitis, type not stated|apendisitis
K40.9|Inguinal hernia|luslos, iih, dih
K41.9|Femoral hernia|luslos
K42.9|Umbilical hernia|luslos, pusod
K43.9|Ventral hernia|incisional, epigastric
K44.9|Hiatal hernia|diaphragmatic
K50.9|Crohn disease|ibd
K51.9|Ulcerative colitis|uc, ibd
K52.9|Gastroenteritis or colitis, noninfective|
K56.1|Intussusception|
K56.5|Bowel obstruction from adhesions|
K56.6|Bowel obstruction|intestinal obstruction, io
K56.7|Ileus|
K57.3|Diverticulosis of the colon|diverticular, diverticulitis
K58.0|Irritable bowel with diarrhea|ibs, ibs-d
K58.9|Irritable bowel|ibs
K59.0|Constipation|hirap dumumi, tibi
K59.1|Functional diarrhea|
K60.2|Anal fissure|fissure in ano
K60.3|Anal fistula|fistula in ano
K61.0|Anal abscess|perianal
K62.1|Rectal polyp|
K62.3|Rectal prolapse|
K62.5|Bleeding from anus or rectum|hematochezia, bpr
K63.5|Polyp of the colon|colonic polyp
K64.0|Hemorrhoids, first degree|almoranas, grade 1
K64.1|Hemorrhoids, second degree|almoranas, grade 2
K64.2|Hemorrhoids, third degree|almoranas, grade 3
K64.3|Hemorrhoids, fourth degree|almoranas, grade 4
K64.5|Thrombosed external hemorrhoid|almoranas, perianal thrombosis
K64.9|Hemorrhoids|almoranas, piles, i84
K65.0|Acute peritonitis|
K70.3|Alcoholic cirrhosis|
K70.9|Alcoholic liver disease|ald
K72.9|Liver failure|hepatic encephalopathy
K74.6|Cirrhosis of the liver|ascites
K75.0|Liver abscess|pyogenic
K75.9|Hepatitis, noninfective|
K76.0|Fatty liver|nafld, masld, hepatic steatosis
K76.6|Portal hypertension|
K80.0|Gallstones with acute cholecystitis|calculous, apdo, bato
K80.1|Gallstones with other cholecystitis|ccc, chronic calculous cholecystitis, apdo, bato
K80.2|Gallstones|cholelithiasis, bato sa apdo
K80.5|Bile duct stones|choledocholithiasis, cbd stone
K81.0|Acute cholecystitis|acalculous, apdo
K81.9|Cholecystitis|apdo
K82.8|Gallbladder disease, other|gallbladder polyp, dyskinesia
K83.0|Cholangitis|
K83.1|Bile duct obstruction|obstructive jaundice
K85.9|Acute pancreatitis|
K86.1|Chronic pancreatitis|
K90.0|Celiac disease|
K91.1|Dumping syndrome|
K92.0|Vomiting blood|hematemesis, ugib
K92.1|Black stools|melena
K92.2|Gastrointestinal bleeding|ugib, lgib, gib
L01.0|Impetigo|mamaso
L02.0|Boil or abscess of the face|pigsa, furuncle
L02.4|Boil or abscess of a limb|pigsa, furuncle, axilla
L02.9|Boil or skin abscess|pigsa, furuncle, carbuncle
L03.0|Infected nail fold|paronychia, cellulitis of finger, ingrown
L03.1|Cellulitis of a limb|
L03.9|Cellulitis|
L04.9|Acute lymphadenitis|kulani, swollen lymph node
L05.9|Pilonidal cyst|
L08.0|Pyoderma|
L08.9|Skin infection|ssti, infected wound, sugat
L20.9|Atopic dermatitis|ad, eczema, skin asthma
L21.0|Dandruff|balakubak, seborrhea capitis
L21.1|Cradle cap|infantile seborrheic dermatitis
L21.9|Seborrheic dermatitis|seb derm, sd
L22|Diaper rash|napkin dermatitis
L23.9|Allergic contact dermatitis|acd
L24.9|Irritant contact dermatitis|icd
L25.9|Contact dermatitis|eczema
L27.0|Drug rash, generalized|drug eruption, amber
L28.0|Lichen simplex|neurodermatitis, lsc
L29.9|Itching|pruritus, kati, pangangati
L30.1|Dyshidrosis|pompholyx, dyshidrotic eczema
L30.4|Intertrigo|
L30.9|Eczema|dermatitis, eksema
L40.0|Plaque psoriasis|
L40.5|Psoriatic arthritis|psa
L40.9|Psoriasis|
L42|Pityriasis rosea|pr
L43.9|Lichen planus|
L50.0|Allergic hives|urticaria, pantal, tagulabay
L50.9|Hives (urticaria)|pantal, tagulabay, wheals
L51.1|Stevens-Johnson syndrome|sjs, bullous erythema multiforme
L51.9|Erythema multiforme|em
L52|Erythema nodosum|
L55.9|Sunburn|
L57.0|Actinic keratosis|
L60.0|Ingrown nail|onychocryptosis, ingrown toenail
L63.9|Alopecia areata|
L64.9|Pattern hair loss|androgenetic alopecia, kalbo
L65.0|Telogen effluvium|hair fall, hair loss
L70.0|Acne|acne vulgaris, tigyawat, taghiyawat, pimples
L71.9|Rosacea|
L72.0|Epidermal cyst|sebaceous cyst, inclusion cyst
L72.1|Trichilemmal cyst|pilar cyst
L73.2|Hidradenitis|
L73.9|Folliculitis|
L74.0|Prickly heat|miliaria, bungang araw
L80|Vitiligo|
L81.1|Melasma|chloasma, pekas
L82|Seborrheic keratosis|sk
L84|Corns and calluses|kalyo
L85.3|Dry skin|xerosis
L89.9|Pressure sore|decubitus ulcer, bedsore
L90.5|Scar|peklat
L91.0|Keloid|keloyd, hypertrophic scar
L93.0|Discoid lupus|dle
L97|Leg ulcer|sugat sa binti, ulcer of lower limb
L98.0|Pyogenic granuloma|
`;
