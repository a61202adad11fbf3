/** O, P, Q and R. */
export const pregnancyNewbornsSymptoms = `
O00.1|Tubal pregnancy|ectopic
O00.9|Ectopic pregnancy|
O01.9|Molar pregnancy|h mole, hydatidiform mole, kyawa
O02.0|Blighted ovum|anembryonic
O02.1|Missed abortion|missed miscarriage, embryonic demise
O03.4|Miscarriage, incomplete|incomplete abortion, spontaneous, nakunan
O03.9|Miscarriage, complete|complete abortion, spontaneous, nakunan
O10.0|Long-standing hypertension in pregnancy|chronic hypertension
O13|Gestational hypertension|pih, gh
O14.1|Severe preeclampsia|pe severe
O14.2|HELLP syndrome|
O14.9|Preeclampsia|pe
O15.9|Eclampsia|
O16|Hypertension in pregnancy, not specified|
O20.0|Threatened miscarriage|threatened abortion, ta, bleeding in early pregnancy
O20.9|Bleeding in early pregnancy|
O21.0|Vomiting of pregnancy, mild|morning sickness, lihi, nvp, hyperemesis
O21.1|Hyperemesis with metabolic upset|hg, lihi
O22.4|Hemorrhoids in pregnancy|almoranas
O23.4|Urinary infection in pregnancy|uti, asymptomatic bacteriuria
O23.5|Genital infection in pregnancy|vaginitis
O24.4|Gestational diabetes|gdm
O24.9|Diabetes in pregnancy|dm
O26.0|Excessive weight gain in pregnancy|
O30.0|Twin pregnancy|kambal
O32.1|Breech presentation|suhi
O34.2|Pregnancy with previous cesarean scar|repeat cs, previous cs
O36.4|Fetal death in utero|iufd, fdiu
O36.5|Poor fetal growth|iugr, fgr, sga
O40|Polyhydramnios|
O41.0|Oligohydramnios|
O42.9|Premature rupture of membranes|prom, pprom, pumutok ang panubigan
O44.1|Placenta previa with bleeding|
O45.9|Placental abruption|abruptio
O46.9|Bleeding before delivery|antepartum hemorrhage
O47.9|False labor|braxton hicks
O48|Post-term pregnancy|prolonged, overdue
O60.0|Preterm labor without delivery|ptl
O62.9|Abnormal labor contractions|dystocia
O64.9|Obstructed labor from malposition|
O72.1|Bleeding after delivery|pph, postpartum hemorrhage
O80.9|Normal delivery|nsd, nsvd, spontaneous, panganganak
O82.9|Cesarean delivery|cs, ltcs
O85|Puerperal sepsis|
O86.0|Infected obstetric wound|
O90.0|Opened cesarean wound|dehiscence
O91.1|Breast abscess after birth|
O91.2|Mastitis after birth|lactation mastitis
O92.4|Low milk supply|hypogalactia, kulang sa gatas
O99.0|Anemia in pregnancy|
O99.4|Heart disease in pregnancy|
P05.9|Slow fetal growth in a newborn|sga, iugr
P07.1|Low birth weight|lbw
P07.3|Preterm newborn|premature, premie
P21.9|Birth asphyxia|hie
P22.0|Respiratory distress of the newborn|rds, hmd
P22.1|Fast breathing of the newborn|ttn, ttnb
P23.9|Congenital pneumonia|neonatal
P24.0|Meconium aspiration|mas
P36.9|Sepsis of the newborn|neonatal sepsis
P38|Infected navel of the newborn|omphalitis, pusod
P39.1|Conjunctivitis of the newborn|ophthalmia neonatorum
P55.1|ABO incompatibility of the newborn|
P58.9|Jaundice of the newborn from hemolysis|
P59.9|Jaundice of the newborn|neonatal jaundice, naninilaw, physiologic, hyperbilirubinemia
P83.1|Rash of the newborn|erythema toxicum neonatorum
P92.5|Difficulty breastfeeding|
P92.9|Feeding problem of the newborn|
Q02|Microcephaly|
Q05.9|Spina bifida|
Q10.5|Blocked tear duct from birth|nldo
Q18.0|Branchial cyst or sinus|
Q21.0|Ventricular septal defect|vsd, chd
Q21.1|Atrial septal defect|asd, chd
Q21.3|Tetralogy of Fallot|tof, chd
Q24.9|Congenital heart disease|chd
Q25.0|Patent ductus arteriosus|pda, chd
Q35.9|Cleft palate|ngongo
Q36.9|Cleft lip|bingot
Q37.9|Cleft lip and palate|bingot, ngongo
Q38.1|Tongue-tie|ankyloglossia
Q53.9|Undescended testicle|cryptorchidism
Q54.9|Hypospadias|
Q61.3|Polycystic kidney|pkd, adpkd
Q65.8|Hip dysplasia from birth|ddh
Q66.0|Clubfoot|talipes
Q69.9|Extra finger or toe|polydactyly
Q89.2|Thyroglossal cyst|tgdc
Q90.9|Down syndrome|trisomy 21
R00.0|Fast heartbeat|tachycardia
R00.1|Slow heartbeat|bradycardia
R00.2|Palpitations|kabog ng dibdib, palpitation
R01.1|Heart murmur|
R03.0|High blood pressure reading without diagnosis|elevated bp, white coat
R04.0|Nosebleed|epistaxis, balinguyngoy
R04.2|Coughing blood|hemoptysis
R05|Cough|ubo, umuubo
R06.0|Shortness of breath|dyspnea, sob, hirap huminga, hapo
R06.2|Wheezing|halak
R06.4|Hyperventilation|
R06.6|Hiccups|sinok
R07.0|Throat pain|sore throat
R07.3|Chest pain, other|musculoskeletal, chest wall
R07.4|Chest pain|sakit sa dibdib
R10.0|Acute abdomen|
R10.1|Upper abdominal pain|epigastric pain, sikmura
R10.3|Lower abdominal pain|puson, hypogastric pain
R10.4|Abdominal pain|sakit ng tiyan, colic, kabag
R11|Nausea and vomiting|pagsusuka, nagsusuka, suka, n/v
R12|Heartburn|pangangasim
R13|Difficulty swallowing|dysphagia
R14|Bloating|flatulence, kabag, gas pain
R16.0|Enlarged liver|hepatomegaly
R17|Jaundice|paninilaw, naninilaw
R18|Ascites|
R19.0|Abdominal mass|bukol sa tiyan
R20.2|Tingling|paresthesia, manhid, ngimay
R21|Rash|pantal, rashes
R22.1|Lump in the neck|bukol sa leeg, neck mass
R22.9|Lump, site not stated|bukol, mass
R25.1|Tremor|panginginig
R25.2|Muscle cramps|pulikat, spasm
R26.8|Walking difficulty|gait
R29.6|Falls, tendency to|
R30.0|Painful urination|dysuria, balisawsaw
R31|Blood in urine|hematuria
R32|Urinary incontinence, not specified|
R33|Urinary retention|di makaihi
R35|Frequent urination|polyuria, ihi nang ihi
R40.2|Coma|
R41.3|Memory loss|amnesia, malilimutin
R42|Dizziness|vertigo, hilo, nahihilo, liyo, giddiness
R49.0|Hoarseness|paos, dysphonia
R50.9|Fever|lagnat, nilalagnat, fuo, febrile
R51|Headache|sakit ng ulo, cephalgia
R52.9|Pain, site not stated|
R53|Fatigue|malaise, panghihina, pagod, weakness
R55|Fainting|syncope, hinimatay, collapse
R56.0|Febrile convulsion|bfc, febrile seizure, kombulsyon
R56.8|Seizure, first or not specified|convulsion, kombulsyon
R57.0|Cardiogenic shock|
R57.1|Hypovolemic shock|
R59.0|Enlarged lymph node, one site|kulani, lymphadenopathy
R59.9|Enlarged lymph nodes|kulani, lymphadenopathy, clad
R60.0|Swelling of a limb|edema, manas
R60.9|Edema|manas, pamamaga
R62.0|Delayed milestones|developmental delay
R62.8|Failure to thrive|ftt, hindi lumalaki
R63.0|Loss of appetite|anorexia, walang gana kumain
R63.4|Weight loss|pumapayat
R63.5|Weight gain|tumataba
R68.1|Crying infant|colic, kabag, iyak nang iyak
R70.0|High ESR|
R73.0|Prediabetes|impaired glucose tolerance, ifg, igt
R73.9|High blood sugar|hyperglycemia
R74.0|High liver enzymes|transaminitis, elevated sgpt
R76.1|Positive tuberculin test|ppd, mantoux, ltbi, latent tb
R80|Protein in urine|proteinuria
R87.6|Abnormal Pap smear|ascus
R91|Abnormal chest X-ray|lung nodule, spn
R94.3|Abnormal heart test|abnormal ecg
`;
