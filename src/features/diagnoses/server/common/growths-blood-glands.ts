/** C, D and E: tumors, blood and immunity, glands, nutrition and metabolism. */
export const growthsBloodGlands = `
C11.9|Cancer of the nasopharynx|npca, npc, nasopharyngeal carcinoma
C16.9|Cancer of the stomach|gastric ca, carcinoma
C18.9|Cancer of the colon|colon ca, carcinoma
C20|Cancer of the rectum|rectal ca, carcinoma
C22.0|Liver cell cancer|hcc, hepatoma, hepatocellular carcinoma
C25.9|Cancer of the pancreas|pancreatic ca, carcinoma
C32.9|Cancer of the larynx|laryngeal ca, carcinoma
C34.9|Cancer of the lung|lung ca, bronchogenic carcinoma
C43.9|Melanoma of skin|
C44.9|Skin cancer other than melanoma|bcc, scc, basal cell, squamous cell
C50.9|Cancer of the breast|breast ca, bukol sa suso, carcinoma
C53.9|Cancer of the cervix|cervical ca, carcinoma
C54.1|Cancer of the endometrium|endometrial ca, uterine, carcinoma
C56|Cancer of the ovary|ovarian ca, carcinoma
C61|Cancer of the prostate|prostate ca, carcinoma
C64|Cancer of the kidney|renal cell carcinoma, rcc
C67.9|Cancer of the bladder|bladder ca, carcinoma
C73|Cancer of the thyroid|thyroid ca, papillary carcinoma, ptc
C79.9|Metastatic cancer, site not stated|mets, metastasis
C80.9|Cancer, primary site not stated|malignancy, ca
C83.3|Diffuse large B-cell lymphoma|dlbcl, nhl
C85.9|Non-Hodgkin lymphoma|nhl
C90.0|Multiple myeloma|mm
C91.0|Acute lymphoblastic leukemia|all
C92.0|Acute myeloid leukemia|aml
C92.1|Chronic myeloid leukemia|cml
D06.9|Carcinoma in situ of the cervix|cin 3, cis
D12.6|Polyp of the colon (adenoma)|colonic polyp
D17.9|Lipoma|bukol, fatty lump
D18.0|Hemangioma|
D22.9|Mole (melanocytic nevus)|nunal, nevi
D23.9|Benign skin growth|dermatofibroma, skin tumor
D24|Benign breast lump|fibroadenoma, bukol sa suso
D25.9|Uterine fibroids|myoma, myoma uteri, leiomyoma, mayoma
D27|Benign tumor of the ovary|dermoid, cystadenoma
D34|Benign tumor of the thyroid|follicular adenoma
D48.9|Growth of uncertain behavior|mass, new growth
D50.0|Iron deficiency anemia from blood loss|ida, kulang sa dugo
D50.9|Iron deficiency anemia|ida, kulang sa dugo, anemya
D51.9|Vitamin B12 deficiency anemia|
D52.9|Folate deficiency anemia|
D53.9|Nutritional anemia|
D55.0|Anemia with G6PD deficiency|g6pd
D56.1|Beta thalassemia|
D56.9|Thalassemia|thal trait
D59.1|Autoimmune hemolytic anemia|aiha
D61.9|Aplastic anemia|
D62|Anemia after acute bleeding|blood loss
D63.0|Anemia in cancer|
D63.8|Anemia of chronic disease|ckd anemia
D64.9|Anemia|kulang sa dugo, anemya, low hemoglobin
D66|Hemophilia A|
D68.9|Clotting disorder|coagulopathy
D69.0|Allergic purpura|hsp, henoch schonlein, iga vasculitis
D69.3|Immune thrombocytopenia|itp
D69.6|Low platelets (thrombocytopenia)|
D70|Neutropenia|agranulocytosis, febrile neutropenia
D72.1|Eosinophilia|
D75.1|Polycythemia, secondary|
D86.9|Sarcoidosis|
E01.0|Goiter from iodine deficiency|bosyo
E02|Subclinical iodine-deficiency hypothyroidism|
E03.1|Congenital hypothyroidism|newborn screening
E03.9|Hypothyroidism|low thyroid, myxedema, bosyo
E04.0|Diffuse nontoxic goiter|bosyo
E04.1|Thyroid nodule|bosyo, nontoxic solitary nodule
E04.2|Multinodular goiter, nontoxic|mng, bosyo, mngt
E04.9|Nontoxic goiter|bosyo
E05.0|Graves disease|toxic diffuse goiter, bosyo, hyperthyroid
E05.2|Toxic multinodular goiter|bosyo, plummer
E05.9|Hyperthyroidism|thyrotoxicosis, bosyo
E06.1|Subacute thyroiditis|de quervain
E06.3|Hashimoto thyroiditis|autoimmune thyroiditis
E10.1|Type 1 diabetes with ketoacidosis|dka, dm1, t1dm, iddm
E10.9|Type 1 diabetes|dm1, t1dm, iddm, dm 1, type 1 dm
E11.0|Type 2 diabetes with coma or hyperosmolar state|hhs, dm2, t2dm
E11.1|Type 2 diabetes with ketoacidosis|dka, dm2, t2dm
E11.2|Type 2 diabetes with kidney disease|diabetic nephropathy, dkd, dm2, t2dm
E11.3|Type 2 diabetes with eye disease|diabetic retinopathy, npdr, pdr, dm2, t2dm
E11.4|Type 2 diabetes with neuropathy|diabetic neuropathy, dm2, t2dm, manhid
E11.5|Type 2 diabetes with poor circulation|diabetic foot, pad, dm2, t2dm, gangrene
E11.6|Type 2 diabetes with other complication|hypoglycemia, diabetic foot ulcer, dm2, t2dm
E11.7|Type 2 diabetes with several complications|dm2, t2dm
E11.9|Type 2 diabetes|diabetes, dm2, t2dm, dm type 2, niddm, diabetes mellitus, dm 2, type 2 dm, asukal sa dugo, diyabetis
E14.9|Diabetes, type not stated|dm, diabetes mellitus, diyabetis
E16.2|Low blood sugar|hypoglycemia
E20.9|Hypoparathyroidism|
E21.3|Hyperparathyroidism|
E22.1|High prolactin|hyperprolactinemia, prolactinoma
E23.0|Pituitary failure|hypopituitarism
E23.2|Diabetes insipidus|
E24.9|Cushing syndrome|
E27.4|Adrenal insufficiency|addison
E28.2|Polycystic ovary syndrome|pcos, pco
E30.1|Early puberty|precocious puberty
E34.3|Short stature|
E43|Severe protein-energy malnutrition|sam, malnourished, marasmus
E44.0|Moderate malnutrition|mam, malnourished
E44.1|Mild malnutrition|malnourished
E46|Malnutrition|underweight, malnourished, kulang sa timbang, payat
E50.9|Vitamin A deficiency|
E53.8|Vitamin B deficiency, other|b12 deficiency
E55.9|Vitamin D deficiency|vit d
E58|Calcium deficiency in the diet|
E61.1|Iron deficiency without anemia|
E66.0|Obesity from excess calories|mataba
E66.9|Obesity|overweight, mataba
E73.9|Lactose intolerance|
E78.0|High cholesterol|hypercholesterolemia, kolesterol, high ldl
E78.1|High triglycerides|hypertriglyceridemia
E78.2|Mixed high blood fats|mixed dyslipidemia, combined hyperlipidemia
E78.5|Dyslipidemia|hyperlipidemia, dlp, kolesterol, high cholesterol
E79.0|High uric acid without gout|hyperuricemia
E80.4|Gilbert syndrome|
E83.4|Low magnesium|hypomagnesemia
E83.5|Calcium disorder|hypercalcemia, hypocalcemia
E86|Dehydration|volume depletion, natuyuan, hypovolemia
E87.1|Low sodium|hyponatremia
E87.2|Acidosis|metabolic acidosis
E87.5|High potassium|hyperkalemia
E87.6|Low potassium|hypokalemia
E88.9|Metabolic disorder|metabolic syndrome
`;
