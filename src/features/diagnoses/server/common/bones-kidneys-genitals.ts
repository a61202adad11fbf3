/** M and N. */
export const bonesKidneysGenitals = `
M00.9|Septic arthritis|pyogenic
M05.9|Seropositive rheumatoid arthritis|ra, rayuma
M06.9|Rheumatoid arthritis|ra, rayuma
M08.0|Juvenile rheumatoid arthritis|jra, jia
M10.0|Primary gout|gouty arthritis, gawt
M10.9|Gout|gouty arthritis, ga, gawt, rayuma
M13.0|Polyarthritis|
M13.9|Arthritis|rayuma
M16.9|Osteoarthritis of the hip|oa, coxarthrosis
M17.0|Osteoarthritis of both knees|oa, gonarthrosis, primary
M17.9|Osteoarthritis of the knee|oa, gonarthrosis, rayuma sa tuhod
M19.9|Osteoarthritis|oa, degenerative joint disease, djd, rayuma
M20.1|Bunion (hallux valgus)|
M21.4|Flat foot|pes planus
M22.4|Kneecap cartilage softening|chondromalacia patellae, patellofemoral pain
M23.2|Old meniscus tear|
M23.9|Internal derangement of the knee|acl, meniscus
M25.5|Joint pain|arthralgia, sakit sa kasukasuan
M30.3|Kawasaki disease|mucocutaneous lymph node syndrome
M32.1|Lupus with organ involvement|sle, lupus nephritis
M32.9|Systemic lupus|sle
M33.9|Dermatomyositis or polymyositis|
M34.9|Scleroderma|systemic sclerosis
M35.0|Sjögren syndrome|sicca
M35.3|Polymyalgia rheumatica|pmr
M41.9|Scoliosis|
M43.1|Slipped vertebra|spondylolisthesis
M45|Ankylosing spondylitis|as
M47.8|Spondylosis|cervical spondylosis, lumbar spondylosis
M47.9|Spondylosis, site not stated|
M48.0|Spinal stenosis|lumbar canal stenosis
M50.2|Slipped disc in the neck|cervical disc, hnp
M51.1|Slipped disc with nerve root pain|hnp, radiculopathy, sciatica, lumbar disc
M51.2|Slipped disc of the lower back|hnp, lumbar disc herniation
M53.1|Neck and arm pain|cervicobrachial syndrome
M54.1|Radiculopathy|
M54.2|Neck pain|cervicalgia, stiff neck, sakit sa batok
M54.3|Sciatica|
M54.4|Low back pain with sciatica|lumbago
M54.5|Low back pain|lbp, lumbago, sakit ng likod, balakang
M54.6|Upper back pain|thoracic
M54.9|Back pain|sakit ng likod
M60.9|Myositis|
M62.4|Muscle contracture|
M62.6|Muscle strain|pilay
M65.3|Trigger finger|
M65.4|De Quervain tenosynovitis|radial styloid
M65.9|Tenosynovitis|tendinitis
M67.4|Ganglion|wrist cyst
M70.4|Knee bursitis|prepatellar
M71.2|Baker cyst|popliteal cyst
M72.0|Dupuytren contracture|
M72.2|Plantar fasciitis|heel pain, sakit ng talampakan
M75.0|Frozen shoulder|adhesive capsulitis
M75.1|Rotator cuff syndrome|
M75.4|Shoulder impingement|
M75.5|Shoulder bursitis|
M76.6|Achilles tendinitis|
M77.1|Tennis elbow|lateral epicondylitis
M77.3|Heel spur|calcaneal spur
M79.0|Rheumatism|rayuma
M79.1|Muscle pain|myalgia, myofascial pain, lamig
M79.6|Pain in a limb|sakit ng binti, leg pain
M79.7|Fibromyalgia|
M80.9|Osteoporosis with fracture|
M81.0|Postmenopausal osteoporosis|
M81.9|Osteoporosis|marupok na buto
M86.9|Osteomyelitis|
M94.0|Costochondritis|tietze, chest wall pain
N00.9|Acute glomerulonephritis|agn, psgn
N02.9|Recurrent hematuria|iga nephropathy
N03.9|Chronic glomerulonephritis|cgn
N04.9|Nephrotic syndrome|ns
N10|Acute pyelonephritis|apn, kidney infection
N12|Pyelonephritis, not stated acute or chronic|
N13.3|Hydronephrosis|
N13.7|Vesicoureteral reflux|vur
N17.9|Acute kidney injury|aki, arf, acute kidney failure
N18.1|Chronic kidney disease, stage 1|ckd
N18.2|Chronic kidney disease, stage 2|ckd
N18.3|Chronic kidney disease, stage 3|ckd, ckd 3a, ckd 3b
N18.4|Chronic kidney disease, stage 4|ckd
N18.5|Chronic kidney disease, stage 5|ckd, esrd, eskd, dialysis, sakit sa bato
N18.9|Chronic kidney disease|ckd, sakit sa bato, crf
N19|Kidney failure, not stated acute or chronic|
N20.0|Kidney stone|nephrolithiasis, bato sa bato
N20.1|Ureteral stone|ureterolithiasis
N20.9|Urinary stone|urolithiasis
N21.0|Bladder stone|cystolithiasis
N23|Renal colic|
N28.1|Kidney cyst, acquired|renal cyst
N30.0|Acute cystitis|auc, bladder infection, balisawsaw, uncomplicated
N30.1|Interstitial cystitis|
N30.9|Cystitis|balisawsaw
N32.8|Overactive bladder and other bladder disorders|oab
N34.1|Nonspecific urethritis|ngu
N35.9|Urethral stricture|
N39.0|Urinary tract infection|uti, utp, cuti, balisawsaw, dysuria, ihi
N39.3|Stress incontinence|
N39.4|Urinary incontinence, other|urge, overflow
N40|Enlarged prostate|bph, prostatic hyperplasia, prostate
N41.0|Acute prostatitis|
N41.1|Chronic prostatitis|cpps
N43.3|Hydrocele|
N44|Testicular torsion|
N45.9|Epididymitis or orchitis|
N46|Male infertility|
N47|Tight foreskin|phimosis, paraphimosis, for circumcision, tuli
N48.1|Balanitis|balanoposthitis
N48.4|Erectile dysfunction, organic|ed, impotence
N60.1|Fibrocystic breast|cystic mastopathy
N61|Breast infection|mastitis, breast abscess
N62|Breast enlargement|gynecomastia
N63|Breast lump, not specified|breast mass, bukol sa suso
N64.4|Breast pain|mastalgia, mastodynia
N70.9|Salpingitis or oophoritis|tubo-ovarian abscess, toa
N71.9|Endometritis|
N72|Cervicitis|
N73.9|Pelvic inflammatory disease|pid
N75.0|Bartholin cyst|
N75.1|Bartholin abscess|
N76.0|Vaginitis|bacterial vaginosis, bv, vulvovaginitis
N80.0|Adenomyosis|
N80.1|Endometriosis of the ovary|endometrioma, chocolate cyst
N80.9|Endometriosis|
N81.2|Uterine prolapse, incomplete|pop
N81.4|Uterine prolapse|pop, bumabang matris
N83.0|Follicular cyst of the ovary|
N83.2|Ovarian cyst|ocyst, bukol sa obaryo, noc
N84.0|Endometrial polyp|
N84.1|Cervical polyp|
N85.0|Endometrial hyperplasia|
N86|Cervical erosion|ectropion
N87.9|Cervical dysplasia|cin, lsil, hsil, abnormal pap
N89.8|Vaginal discharge and other vaginal disorders|leukorrhea
N91.2|Amenorrhea|walang regla, delayed
N91.5|Infrequent periods|oligomenorrhea, delayed regla
N92.0|Heavy regular periods|menorrhagia, hmb
N92.1|Heavy irregular periods|metrorrhagia, aub
N92.6|Irregular periods|aub, irregular regla, menstruation
N93.8|Dysfunctional uterine bleeding|dub, aub
N93.9|Abnormal uterine bleeding|aub, vaginal bleeding
N94.0|Mid-cycle pain|mittelschmerz
N94.3|Premenstrual syndrome|pms, pmdd
N94.6|Painful periods|dysmenorrhea, puson, sakit ng puson
N95.0|Postmenopausal bleeding|pmb
N95.1|Menopausal symptoms|hot flushes, perimenopause
N95.2|Atrophic vaginitis|
N96|Recurrent miscarriage|habitual abortion
N97.9|Female infertility|hirap mabuntis
`;
