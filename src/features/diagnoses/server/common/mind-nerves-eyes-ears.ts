/** F, G and H. */
export const mindNervesEyesEars = `
F00.9|Dementia in Alzheimer disease|alzheimers, ulyanin
F01.9|Vascular dementia|ulyanin, multi-infarct
F03|Dementia|ulyanin, nakakalimot
F05.9|Delirium|
F10.1|Harmful alcohol use|alcohol abuse, alak
F10.2|Alcohol dependence|alcoholism, alak, aud
F10.3|Alcohol withdrawal|
F15.2|Stimulant dependence|shabu, methamphetamine
F17.2|Tobacco dependence|smoker, nicotine, sigarilyo, vape
F19.2|Drug dependence|substance use disorder
F20.0|Paranoid schizophrenia|
F20.9|Schizophrenia|
F23.9|Acute psychosis|brief psychotic
F25.9|Schizoaffective disorder|
F29|Psychosis, not specified|
F31.9|Bipolar disorder|manic depressive, bpad
F32.0|Mild depressive episode|mdd, depression, lungkot
F32.1|Moderate depressive episode|mdd, depression
F32.2|Severe depressive episode|mdd, depression
F32.9|Depression|mdd, depressive episode, lungkot, depresyon
F33.9|Recurrent depression|mdd
F34.1|Dysthymia|persistent depressive
F40.1|Social anxiety|social phobia
F41.0|Panic disorder|panic attack, nerbyos
F41.1|Generalized anxiety|gad, nerbyos
F41.2|Mixed anxiety and depression|
F41.9|Anxiety|nerbyos, anxiety disorder, nenerbyos
F42.9|Obsessive-compulsive disorder|ocd
F43.0|Acute stress reaction|
F43.1|Post-traumatic stress disorder|ptsd, trauma
F43.2|Adjustment disorder|grief
F44.9|Conversion disorder|dissociative
F45.9|Somatoform disorder|somatization
F50.0|Anorexia nervosa|eating disorder
F50.2|Bulimia|eating disorder
F51.0|Insomnia, nonorganic|di makatulog, puyat
F52.2|Erectile dysfunction, nonorganic|ed, impotence
F60.3|Borderline personality disorder|bpd
F70.9|Mild intellectual disability|
F79.9|Intellectual disability|
F80.9|Speech and language delay|delayed speech, late talker
F81.9|Learning disorder|dyslexia
F84.0|Autism|asd, autism spectrum
F88|Global developmental delay|gdd
F90.0|Attention deficit hyperactivity disorder|adhd, add, malikot
F91.9|Conduct disorder|
F95.9|Tic disorder|tourette
F98.0|Bedwetting, nonorganic|enuresis, ihi sa kama
G00.9|Bacterial meningitis|
G03.9|Meningitis|
G04.9|Encephalitis|
G20|Parkinson disease|pd, parkinsonism, panginginig
G24.9|Dystonia|
G25.0|Essential tremor|panginginig
G25.8|Restless legs and similar movement disorders|rls
G30.9|Alzheimer disease|alzheimers, ulyanin
G35|Multiple sclerosis|ms
G40.9|Epilepsy|seizure disorder, epilepsi
G41.9|Status epilepticus|
G43.0|Migraine without aura|
G43.1|Migraine with aura|
G43.9|Migraine|sakit ng ulo
G44.0|Cluster headache|
G44.2|Tension headache|tth, sakit ng ulo
G45.9|Transient ischemic attack|tia, mini stroke
G47.0|Insomnia|di makatulog
G47.3|Sleep apnea|osa, obstructive sleep apnea, hilik
G50.0|Trigeminal neuralgia|
G51.0|Bell's palsy|facial palsy, tabingi ang mukha
G54.4|Lumbosacral root disorder|
G56.0|Carpal tunnel syndrome|cts
G56.2|Ulnar nerve lesion|cubital tunnel
G57.0|Sciatic nerve lesion|
G58.9|Single nerve disorder|mononeuropathy
G61.0|Guillain-Barré syndrome|gbs
G62.9|Polyneuropathy|peripheral neuropathy, manhid
G70.0|Myasthenia gravis|mg
G80.9|Cerebral palsy|cp
G81.9|Hemiplegia|hemiparesis, paralisado
G91.9|Hydrocephalus|
G93.1|Anoxic brain damage|hie
H00.0|Stye (hordeolum)|kuliti
H00.1|Chalazion|
H01.0|Blepharitis|
H02.4|Drooping eyelid (ptosis)|
H04.1|Dry eye|dry eyes
H04.5|Blocked tear duct|nldo, dacryostenosis
H10.1|Allergic conjunctivitis|makati ang mata, vkc
H10.3|Acute conjunctivitis|sore eyes, pink eye, muta
H10.9|Conjunctivitis|sore eyes, pink eye
H11.0|Pterygium|pugita sa mata
H11.3|Bleeding under the conjunctiva|subconjunctival hemorrhage
H16.0|Corneal ulcer|
H16.9|Keratitis|
H18.6|Keratoconus|
H20.9|Iritis|uveitis, iridocyclitis
H25.9|Age-related cataract|senile, katarata, cat
H26.9|Cataract|katarata
H27.0|Aphakia|
H33.0|Retinal detachment|rd
H34.9|Retinal vessel occlusion|brvo, crvo
H35.0|Hypertensive and background retinopathy|
H35.3|Macular degeneration|amd, armd
H36.0|Diabetic retinopathy|npdr, pdr
H40.1|Open-angle glaucoma|poag
H40.2|Angle-closure glaucoma|pacg
H40.9|Glaucoma|glawkoma
H43.1|Vitreous hemorrhage|
H43.3|Floaters (vitreous opacities)|
H46|Optic neuritis|
H50.9|Squint (strabismus)|duling, banlag
H52.0|Farsightedness|hyperopia
H52.1|Nearsightedness|myopia, eor
H52.2|Astigmatism|eor
H52.4|Presbyopia|reading glasses
H52.7|Error of refraction|eor, malabo ang mata
H53.0|Lazy eye (amblyopia)|
H54.9|Low vision|
H57.1|Eye pain|
H60.0|Boil of the ear canal|furuncle, pigsa
H60.9|Otitis externa|oe, swimmers ear, luga
H61.2|Impacted earwax|cerumen, tutuli
H65.0|Acute serous otitis media|
H65.9|Otitis media with effusion|ome, glue ear
H66.0|Acute suppurative otitis media|asom, aom, luga, ear infection
H66.3|Chronic suppurative otitis media|csom, luga
H66.9|Otitis media|om, ear infection, luga, sakit ng tainga
H68.1|Blocked eustachian tube|etd
H70.9|Mastoiditis|
H71|Cholesteatoma|
H72.9|Perforated eardrum|tmp, tympanic
H81.0|Ménière disease|menieres
H81.1|Benign positional vertigo|bppv, bpv, hilo, bppv vertigo
H81.2|Vestibular neuritis|hilo
H81.3|Peripheral vertigo, other|hilo, liyo
H90.3|Sensorineural hearing loss, both ears|snhl, mahina ang pandinig
H90.5|Sensorineural hearing loss|snhl
H91.1|Age-related hearing loss|presbycusis, bingi
H91.9|Hearing loss|bingi, mahina ang pandinig
H92.0|Earache|otalgia, sakit ng tainga
H92.1|Ear discharge|otorrhea, luga
H93.1|Tinnitus|ugong sa tainga
`;
