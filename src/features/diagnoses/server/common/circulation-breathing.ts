/** I and J. */
export const circulationBreathing = `
I00|Rheumatic fever without heart disease|rf
I05.9|Rheumatic mitral valve disease|rhd, ms, mr
I09.9|Rheumatic heart disease|rhd
I10|Essential hypertension|htn, hpn, hypertension, high blood, altapresyon, stage 1, stage 2, mataas ang bp, hypertension stage 1, hypertension stage 2
I11.0|Hypertensive heart disease with heart failure|hhd, hcvd, htn chf, hypertension
I11.9|Hypertensive heart disease|hhd, hcvd, ashd, hypertension
I12.0|Hypertensive kidney disease with kidney failure|htn ckd, hypertensive nephrosclerosis, ckd 5, esrd
I12.9|Hypertensive kidney disease|htn ckd, hypertensive nephrosclerosis, hypertensive nephropathy, ckd
I13.9|Hypertensive heart and kidney disease|htn ckd
I15.9|Secondary hypertension|htn
I20.0|Unstable angina|ua, acs
I20.9|Angina|chest pain, stable angina, csap
I21.4|Heart attack without ST elevation|nstemi, mi, acs
I21.9|Heart attack (acute myocardial infarction)|ami, mi, stemi, acs, atake sa puso
I24.9|Acute coronary syndrome|acs
I25.1|Coronary artery disease|cad, ashd, ihd, 3vd, baradong ugat
I25.2|Old heart attack|old mi, previous mi
I25.5|Ischemic cardiomyopathy|icm
I25.9|Ischemic heart disease, chronic|ihd, cad
I26.9|Pulmonary embolism|pe
I27.0|Primary pulmonary hypertension|pah
I27.2|Pulmonary hypertension, secondary|ph
I27.9|Cor pulmonale|pulmonary heart disease
I30.9|Acute pericarditis|
I31.3|Pericardial effusion|
I33.0|Infective endocarditis|ie
I34.0|Mitral regurgitation|mr, mitral insufficiency
I34.1|Mitral valve prolapse|mvp
I35.0|Aortic stenosis|as
I35.1|Aortic regurgitation|ar
I40.9|Acute myocarditis|
I42.0|Dilated cardiomyopathy|dcm
I42.2|Hypertrophic cardiomyopathy|hcm, hocm
I42.9|Cardiomyopathy|
I44.2|Complete heart block|chb, av block
I45.1|Right bundle branch block|rbbb
I45.6|Wolff-Parkinson-White syndrome|wpw, preexcitation
I46.9|Cardiac arrest|
I47.1|Supraventricular tachycardia|svt, psvt
I47.2|Ventricular tachycardia|vt
I48.9|Atrial fibrillation or flutter|af, afib, atrial flutter
I49.3|Premature ventricular beats|pvc, pvcs
I49.9|Irregular heartbeat|arrhythmia, dysrhythmia
I50.0|Congestive heart failure|chf, hf, hfref, hfpef, heart failure
I50.1|Left heart failure|lvf, pulmonary edema
I50.9|Heart failure|hf, chf
I51.7|Enlarged heart|cardiomegaly, lvh
I60.9|Subarachnoid hemorrhage|sah, stroke
I61.9|Bleeding in the brain|ich, intracerebral hemorrhage, hemorrhagic stroke, cva bleed
I63.9|Ischemic stroke|cva infarct, cerebral infarction, stroke
I64|Stroke, type not stated|cva, istrok
I65.2|Carotid artery narrowing|carotid stenosis
I67.9|Cerebrovascular disease|cvd
I69.3|After-effects of an ischemic stroke|old cva, post stroke, sequelae
I69.4|After-effects of a stroke, type not stated|old cva, post stroke
I70.0|Hardening of the aorta|atherosclerotic aorta, aortic atherosclerosis
I70.2|Peripheral artery disease of the limbs|pad, paod, arterial occlusive
I71.4|Abdominal aortic aneurysm|aaa
I73.0|Raynaud syndrome|
I73.9|Peripheral vascular disease|pvd, pad
I78.0|Hereditary hemorrhagic telangiectasia|
I80.0|Superficial vein inflammation of the leg|thrombophlebitis
I80.2|Deep vein thrombosis of the leg|dvt
I83.0|Varicose veins with ulcer|venous ulcer
I83.9|Varicose veins of the legs|varicosities, cvi
I85.9|Esophageal varices|
I86.1|Varicocele|
I87.2|Chronic venous insufficiency|cvi, stasis
I88.9|Swollen lymph nodes, inflamed|lymphadenitis, kulani
I89.0|Lymphedema|
I95.1|Orthostatic hypotension|hilo pagtayo
I95.9|Low blood pressure|hypotension, low blood, mababa ang bp
J00|Common cold|sipon, nasopharyngitis, coryza, colds
J01.9|Acute sinusitis|abs, ars, rhinosinusitis
J02.0|Strep throat|streptococcal pharyngitis, gabhs
J02.9|Acute pharyngitis|sore throat, atp, masakit ang lalamunan
J03.0|Streptococcal tonsillitis|gabhs
J03.9|Acute tonsillitis|atp, tonsil, tonsilitis, tonsillopharyngitis
J04.0|Acute laryngitis|paos
J04.1|Acute tracheitis|
J05.0|Croup|laryngotracheobronchitis, ltb
J06.9|Upper respiratory tract infection|urti, uri, aurti, sipon, ubo, cough and colds, rti
J10.1|Influenza, virus confirmed|flu, trangkaso, ili
J11.1|Influenza|flu, trangkaso, ili, influenza-like illness
J12.9|Viral pneumonia|pulmonya
J13|Pneumococcal pneumonia|pulmonya
J15.7|Mycoplasma pneumonia|atypical, walking
J15.9|Bacterial pneumonia|pulmonya
J18.0|Bronchopneumonia|bpn, pulmonya
J18.9|Pneumonia|cap, capmr, caplr, pcap, community-acquired pneumonia, pulmonya, hap
J20.9|Acute bronchitis|ubo, ab, brongkitis
J21.9|Acute bronchiolitis|rsv
J22|Lower respiratory tract infection|lrti, alri
J30.0|Vasomotor rhinitis|
J30.1|Hay fever|pollen
J30.4|Allergic rhinitis|ar, allergy sa ilong, bahing, sipon allergy
J31.0|Chronic rhinitis|
J31.2|Chronic pharyngitis|
J32.9|Chronic sinusitis|crs, rhinosinusitis, sinus
J33.9|Nasal polyps|
J34.2|Deviated nasal septum|dns
J34.3|Enlarged turbinates|inferior turbinate hypertrophy
J35.0|Chronic tonsillitis|tonsil, ct
J35.1|Enlarged tonsils|hypertrophic, tonsil
J35.2|Enlarged adenoids|adenoid hypertrophy
J36|Peritonsillar abscess|pta, quinsy
J37.0|Chronic laryngitis|paos
J38.2|Vocal nodules|paos
J39.9|Upper airway disease|
J40|Bronchitis, not stated acute or chronic|ubo
J42|Chronic bronchitis|ubo
J43.9|Emphysema|copd
J44.0|COPD with lower respiratory infection|chronic obstructive pulmonary disease
J44.1|COPD in flare-up|aecopd, acute exacerbation, chronic obstructive pulmonary disease
J44.9|COPD|chronic obstructive pulmonary disease, smoker's lung
J45.0|Allergic asthma|ba, hika
J45.1|Non-allergic asthma|ba, hika
J45.9|Asthma|asma, bronchial asthma, ba, hika, baiae, hapo
J46|Severe asthma attack|status asthmaticus, baiae, hika
J47|Bronchiectasis|
J67.9|Hypersensitivity pneumonitis|
J69.0|Aspiration pneumonia|pulmonya
J80|Acute respiratory distress syndrome|ards
J81|Pulmonary edema|apo, tubig sa baga
J84.1|Lung fibrosis|ipf, pulmonary fibrosis
J84.9|Interstitial lung disease|ild
J85.2|Lung abscess|
J86.9|Empyema|pyothorax, nana sa baga
J90|Pleural effusion|tubig sa baga
J93.9|Pneumothorax|
J96.0|Acute respiratory failure|arf
J98.0|Bronchospasm and other airway disease|hyperreactive airway, rad
J98.1|Lung collapse|atelectasis
`;
