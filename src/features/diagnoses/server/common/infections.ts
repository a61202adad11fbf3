/** A and B. A line: code, words, and aliases. Codes of earlier editions find the current one. */
export const infections = `
A00.9|Cholera|kolera
A01.0|Typhoid fever|tipus, enteric fever, tf, salmonella typhi
A01.4|Paratyphoid fever|
A02.0|Salmonella gastroenteritis|
A03.9|Bacillary dysentery (shigellosis)|shigella, disenterya
A04.9|Bacterial gastroenteritis|bacterial diarrhea, e coli
A05.9|Food poisoning, bacterial|nalason sa pagkain, panis
A06.0|Amoebic dysentery|amebic, amebiasis, amoebiasis, dugo sa dumi
A06.4|Amoebic liver abscess|amebic, ala
A06.9|Amoebiasis|amebiasis, e histolytica
A07.1|Giardiasis|giardia
A08.0|Rotavirus gastroenteritis|rota
A08.4|Viral gastroenteritis|stomach flu
A09.9|Acute gastroenteritis|gastroenteritis, age, gastro, lbm, loose bowel movement, diarrhea, pagtatae, nagtatae, a09
A15.0|Pulmonary tuberculosis, sputum positive|ptb, tb, bacteriologically confirmed, smear positive, genexpert positive, tisis
A16.2|Pulmonary tuberculosis, clinically diagnosed|ptb, tb, smear negative, tisis, sakit sa baga
A16.5|Tuberculous pleurisy|tb pleural effusion, tb pleuritis
A16.7|Primary tuberculosis (primary complex)|pkti, primary koch, complex, child tb
A17.0|Tuberculous meningitis|tb meningitis, tbm
A18.0|Tuberculosis of bone or joint|potts disease, pott, tb spine
A18.2|Tuberculous lymphadenitis|tb lymph node, scrofula, tb adenitis, kulani
A18.3|Tuberculosis of the abdomen|gi tb, tb peritonitis
A19.9|Miliary tuberculosis|disseminated tb
A27.0|Weil disease (icteric leptospirosis)|weils, severe lepto
A27.9|Leptospirosis|lepto, baha, ihi ng daga
A30.9|Leprosy|hansen, ketong
A33|Neonatal tetanus|
A35|Tetanus|tetano, lockjaw
A36.9|Diphtheria|dipterya
A37.9|Whooping cough (pertussis)|tuspirina, ubong dalahit
A38|Scarlet fever|scarlatina
A41.9|Sepsis|septicemia
A46|Erysipelas|
A49.9|Bacterial infection, site not stated|
A50.9|Congenital syphilis|
A51.0|Primary genital syphilis|chancre
A51.3|Secondary syphilis of skin|
A52.3|Neurosyphilis|
A53.9|Syphilis|rpr, vdrl reactive, sipilis
A54.0|Gonorrhea of the lower genital tract|tulo, gc urethritis, gonococcal
A54.9|Gonorrhea|tulo, gc
A56.2|Genital chlamydia|chlamydia
A59.0|Genital trichomoniasis|trich
A60.0|Genital herpes|hsv
A63.0|Anogenital warts|condyloma, kulugo, hpv warts
A64|Sexually transmitted infection, not specified|sti, std
A75.3|Scrub typhus|
A80.9|Acute poliomyelitis|polio
A82.9|Rabies|
A83.0|Japanese encephalitis|je
A86|Viral encephalitis|
A87.9|Viral meningitis|aseptic
A92.0|Chikungunya|chik
A97.0|Dengue without warning signs|df, dengue fever, a90
A97.1|Dengue with warning signs|dws, dengue fever, a91
A97.2|Severe dengue|dhf, dengue hemorrhagic fever, dss, dengue shock, a91
A97.9|Dengue, severity not stated|dengue fever, dengvet, a90
B00.1|Cold sore (herpes labialis)|hsv, singaw sa labi
B00.2|Herpetic gingivostomatitis|hsv, singaw
B00.5|Herpes simplex of the eye|hsv keratitis, herpetic
B00.9|Herpes simplex|hsv
B01.9|Chickenpox|varicella, bulutong tubig, bulutong
B02.2|Post-herpetic neuralgia|phn, zoster pain
B02.3|Herpes zoster of the eye|hzo, shingles
B02.9|Herpes zoster (shingles)|kulebra
B05.9|Measles|tigdas
B06.9|German measles (rubella)|tigdas hangin
B07|Viral warts|kulugo, verruca vulgaris
B08.1|Molluscum contagiosum|
B08.2|Roseola infantum|exanthem subitum, tigdas hangin
B08.3|Fifth disease|erythema infectiosum, slapped cheek
B08.4|Hand, foot and mouth disease|hfmd, hfm, coxsackie
B08.5|Herpangina|
B09|Viral exanthem|viral rash, pantal
B15.9|Hepatitis A|hepa a, hep a
B16.9|Acute hepatitis B|hepa b, hep b
B17.1|Acute hepatitis C|hepa c, hep c
B18.1|Chronic hepatitis B|hepa b, chb, hep b, hbsag
B18.2|Chronic hepatitis C|hepa c, hep c, chc
B19.9|Viral hepatitis, type not stated|
B20|HIV disease with infection|aids, plhiv
B24|HIV disease|aids, plhiv
B26.9|Mumps|beke, parotitis
B27.9|Infectious mononucleosis|ebv, kissing disease
B30.9|Viral conjunctivitis|sore eyes, ekc
B34.9|Viral infection|viral illness, svi, systemic viral, trangkaso
B35.0|Ringworm of scalp or beard|tinea capitis, buni sa ulo
B35.1|Fungal nails (onychomycosis)|tinea unguium
B35.2|Ringworm of the hand|tinea manuum
B35.3|Athlete's foot|tinea pedis, alipunga
B35.4|Ringworm of the body|tinea corporis, buni
B35.6|Jock itch|tinea cruris, hadhad
B35.9|Ringworm, site not stated|tinea, dermatophytosis, buni
B36.0|Tinea versicolor|an-an, anan, pityriasis versicolor
B37.0|Oral thrush|candida, singaw, moniliasis
B37.2|Candidiasis of skin or nails|candida, diaper candida, intertrigo
B37.3|Vaginal candidiasis|vvc, yeast infection, candida
B50.9|Falciparum malaria|
B51.9|Vivax malaria|
B54|Malaria, type not stated|malarya
B65.2|Schistosomiasis japonica|schisto, snail fever
B65.9|Schistosomiasis, type not stated|schisto
B68.9|Tapeworm (taeniasis)|tenya
B74.9|Filariasis|elephantiasis
B76.9|Hookworm|cutaneous larva migrans
B77.9|Roundworm (ascariasis)|bulate, ascaris
B79|Whipworm (trichuriasis)|bulate
B80|Pinworm (enterobiasis)|bulate, kiti sa puwit, oxyuriasis
B82.0|Intestinal worms, type not stated|helminthiasis, sth, bulate, parasitism
B82.9|Intestinal parasites|parasitism, bulate
B85.0|Head lice|kuto, pediculosis capitis
B85.3|Pubic lice|pediculosis pubis, phthiriasis
B86|Scabies|galis, galis aso, kurikong
B98.0|Helicobacter pylori as the cause of another disease|h pylori, hp
`;
