/** S, T, U, W and Z: injuries, COVID-19, bites, and visits without an illness. */
export const injuriesVisits = `
S00.9|Bruise or scrape of the head|bukol, contusion, hematoma
S01.0|Scalp wound|laceration, sugat sa ulo
S01.8|Wound of the head, other|laceration, facial wound
S02.2|Broken nose|nasal bone fracture
S05.0|Scratched cornea|corneal abrasion
S05.9|Eye injury|
S06.0|Concussion|mild head injury, alog
S06.9|Head injury, intracranial|tbi
S09.9|Head injury, not specified|untog
S13.4|Neck sprain|whiplash
S20.2|Chest bruise|contusion
S22.3|Broken rib|rib fracture
S30.0|Bruise of the lower back or pelvis|contusion
S33.5|Lumbar sprain|lumbar strain, nabigla ang likod
S42.0|Broken collarbone|clavicle fracture
S42.2|Broken upper arm near the shoulder|proximal humerus fracture
S43.0|Dislocated shoulder|
S50.0|Elbow bruise|contusion
S52.5|Broken wrist|distal radius fracture, colles
S60.0|Finger bruise|contusion
S61.0|Finger wound|laceration, hiwa sa daliri
S61.9|Wrist or hand wound|laceration, hiwa sa kamay
S62.6|Broken finger|fracture, phalanx
S63.6|Finger sprain|
S72.0|Hip fracture|femoral neck
S80.0|Knee bruise|contusion
S81.9|Lower leg wound|laceration, sugat sa binti
S82.6|Broken ankle, outer side|lateral malleolus fracture
S83.6|Knee sprain|
S86.0|Achilles tendon injury|
S90.3|Foot bruise|contusion
S91.3|Foot wound|laceration, nail puncture, natusok sa pako
S92.3|Broken metatarsal|fracture
S93.4|Ankle sprain|pilay, tapilok
T07|Several injuries|polytrauma, va, vehicular accident
T14.0|Bruise or scrape|abrasion, contusion, galos, pasa, gasgas
T14.1|Open wound|laceration, sugat, hiwa, bite wound
T14.2|Fracture|bali
T14.3|Sprain or strain|pilay
T15.9|Foreign body in the eye|puwing
T16|Foreign body in the ear|
T17.1|Foreign body in the nose|
T17.2|Fish bone or foreign body in the throat|tinik
T18.9|Swallowed foreign body|nakalunok
T20.0|Burn of the head or neck|paso
T30.0|Burn|paso, napaso, scald
T62.0|Mushroom poisoning|
T63.0|Snake bite|kagat ng ahas
T63.4|Insect sting or bite, venomous|kagat ng bubuyog, bee sting
T65.9|Poisoning|nalason, ingestion
T67.0|Heat stroke|
T78.0|Food anaphylaxis|
T78.1|Food allergy|allergy sa pagkain, malansa
T78.2|Anaphylaxis|
T78.3|Angioedema|namamaga ang labi
T78.4|Allergy|allergic reaction, alerdyi, hypersensitivity
T79.3|Infected wound after injury|sugat na may nana
T81.4|Infected surgical wound|ssi
T88.1|Reaction after immunization|aefi
T88.7|Side effect of a medicine|adr, adverse drug reaction
U07.1|COVID-19, confirmed|covid, corona, sars-cov-2
U07.2|COVID-19, suspected|covid, probable
U09.9|After COVID-19|long covid, post-covid
W53|Rat bite|kagat ng daga
W54|Dog bite|kagat ng aso, animal bite, abtc
W55|Cat bite or other mammal|kagat ng pusa, kalmot, animal bite, abtc
Z00.0|Check-up|annual physical exam, ape, general medical examination, well adult, executive check-up
Z00.1|Well-child visit|well baby, wcc, wbc visit, healthy child
Z00.8|Health examination, other|
Z01.0|Eye examination|vision test
Z01.1|Hearing examination|
Z01.2|Dental examination|
Z01.3|Blood pressure check|bp monitoring
Z01.4|Gynecologic examination|pap smear, papsmear
Z01.6|Radiology examination|chest x-ray
Z01.7|Laboratory examination|lab work-up
Z01.8|Clearance before surgery|preop, cp clearance, cardiopulmonary, pre-operative evaluation
Z02.0|School or admission examination|medical certificate, fit to study
Z02.1|Pre-employment examination|peme, fit to work, medical certificate
Z02.5|Sports examination|fit to play
Z02.6|Insurance examination|
Z02.7|Medical certificate|med cert, fit to work
Z03.9|Observation for a suspected disease|rule out
Z04.1|Examination after a road accident|va, vehicular accident
Z09.9|Follow-up after treatment|ff-up, follow up
Z11.1|Screening for tuberculosis|tb
Z11.4|Screening for HIV|hct
Z12.3|Screening for breast cancer|mammogram
Z12.4|Screening for cervical cancer|pap smear, via
Z12.5|Screening for prostate cancer|psa
Z13.1|Screening for diabetes|
Z20.1|Tuberculosis contact|tb exposure
Z20.3|Rabies exposure|animal bite, dog bite, cat bite, kagat ng aso, kagat ng pusa, abtc, pep, category 2, category 3
Z20.6|HIV exposure|pep
Z20.9|Exposure to an infectious disease|
Z21|HIV positive without symptoms|plhiv
Z22.5|Hepatitis B carrier|hbsag positive, hepa b
Z23.2|BCG vaccination|bcg, tb vaccine, bakuna
Z23.5|Tetanus vaccination|tt, toxoid, ats, bakuna
Z24.0|Polio vaccination|opv, ipv, bakuna
Z24.2|Rabies vaccination|anti-rabies, arv, pep, bakuna
Z24.4|Measles vaccination|bakuna, mcv
Z24.6|Hepatitis B vaccination|hepa b vaccine, bakuna
Z25.1|Influenza vaccination|flu vaccine, flu shot, bakuna
Z26.9|Vaccination|immunization, bakuna, vaccine
Z27.1|DTP vaccination|dpt, penta, bakuna
Z27.4|MMR vaccination|measles mumps rubella, bakuna
Z30.0|Family planning advice|fp, contraception, counselling
Z30.1|IUD insertion|fp, contraception
Z30.4|Contraceptive check or refill|pills, dmpa, depo, fp
Z30.9|Family planning|fp, contraception
Z31.6|Advice on conceiving|fertility, preconception
Z32.0|Pregnancy not yet confirmed|pregnancy test
Z32.1|Pregnancy confirmed|buntis, pt positive
Z34.0|Prenatal care, first pregnancy|pnc, prenatal, pncu, primigravida, buntis
Z34.8|Prenatal care, later pregnancy|pnc, prenatal, pncu, multigravida, buntis
Z34.9|Prenatal care|pnc, prenatal, pncu, prenatal check-up, buntis
Z35.9|Prenatal care, high risk|pnc, prenatal, high-risk pregnancy
Z38.0|Single baby born in hospital|newborn
Z39.1|Breastfeeding care|lactating mother
Z39.2|Check-up after delivery|postpartum, ppc, puerperium
Z41.2|Circumcision, routine|tuli
Z43.3|Colostomy care|
Z45.0|Pacemaker check|
Z48.0|Wound dressing or suture removal|dressing, suture removal, tahi, tanggal tahi
Z49.1|Hemodialysis session|hd, dialysis
Z51.1|Chemotherapy session|chemo
Z51.5|Palliative care|hospice
Z54.0|Recovering from surgery|postop, post-op check
Z56.6|Stress at work|burnout
Z63.0|Relationship problem with the partner|
Z71.1|Worry without a diagnosis|worried well
Z71.3|Diet counselling|nutrition
Z71.9|Counselling|advice
Z72.0|Tobacco use|smoker
Z73.0|Burnout|
Z76.0|Repeat prescription|refill
Z80.3|Family history of breast cancer|
Z82.4|Family history of heart disease|
Z85.3|Past breast cancer|
Z86.7|Past heart or vessel disease|
Z88.0|Allergy to penicillin, personal history|
Z92.1|Long-term blood thinner use|anticoagulant, warfarin
Z94.0|Kidney transplant|
Z95.0|Has a pacemaker|
Z95.1|Has a coronary bypass|cabg
Z95.5|Has a coronary stent|pci, angioplasty
Z96.6|Has a joint implant|hip replacement, knee replacement
Z99.2|Depends on dialysis|hemodialysis, hd, esrd
`;
