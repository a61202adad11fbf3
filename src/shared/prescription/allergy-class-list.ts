import { phrasesIn } from "#shared/prescription/medicine-synonyms.ts";

/**
 * Medicines that may share an allergy, by the names used in prescriptions and records. Compiled by hand from general
 * pharmacology, by chemical relation rather than by use. Not a check of interactions.
 */
export type AllergyClass = {
  /** "a penicillin". */
  one: string;
  /** "penicillins". */
  many: string;
  /** Other names that patients and doctors use for the class. */
  also: readonly string[];
  members: readonly string[];
};

/** One class per line: singular; plural; other names; members. */
const LINES = `
a penicillin; penicillins; penicillin, penicillins, pcn, beta lactam, beta lactams; penicillin, penicillins, amoxicillin, ampicillin, bacampicillin, benzathine benzylpenicillin, benzathine, benzylpenicillin, cloxacillin, dicloxacillin, flucloxacillin, nafcillin, oxacillin, phenoxymethylpenicillin, piperacillin, sultamicillin, ticarcillin
a cephalosporin; cephalosporins; cephalosporin, cephalosporins, cefa, beta lactam, beta lactams; cefaclor, cefadroxil, cefalexin, cefalotin, cefazolin, cefdinir, cefditoren, cefepime, cefixime, cefoperazone, cefotaxime, cefotetan, cefoxitin, cefpodoxime, cefprozil, cefradine, ceftaroline, ceftazidime, ceftibuten, ceftriaxone, cefuroxime
a carbapenem; carbapenems; carbapenem, carbapenems, beta lactam, beta lactams; doripenem, ertapenem, imipenem, meropenem
a sulfonamide; sulfonamides; sulfa, sulfas, sulpha, sulfonamide, sulfonamides, sulphonamide, sulphonamides; sulfacetamide, sulfadiazine, sulfadoxine, sulfamethoxazole, sulfasalazine, sulfisoxazole, cotrimoxazole
aspirin; salicylates; salicylate, salicylates; aspirin
an NSAID; NSAIDs; nsaid, nsaids, anti inflammatory, anti inflammatories, aspirin, coxib, coxibs; aceclofenac, aspirin, celecoxib, dexketoprofen, diclofenac, etodolac, etoricoxib, flurbiprofen, ibuprofen, indometacin, ketoprofen, ketorolac, lornoxicam, loxoprofen, mefenamic, meloxicam, metamizole, nabumetone, naproxen, nimesulide, parecoxib, piroxicam, sulindac, tenoxicam
a macrolide; macrolides; macrolide, macrolides; azithromycin, clarithromycin, erythromycin, josamycin, roxithromycin, spiramycin, telithromycin
a lincosamide; lincosamides; lincosamide, lincosamides; clindamycin, lincomycin
a quinolone; quinolones; quinolone, quinolones, fluoroquinolone, fluoroquinolones; ciprofloxacin, gemifloxacin, levofloxacin, moxifloxacin, nalidixic, norfloxacin, ofloxacin
a tetracycline; tetracyclines; tetracyclines; doxycycline, lymecycline, minocycline, oxytetracycline, tetracycline, tigecycline
an aminoglycoside; aminoglycosides; aminoglycoside, aminoglycosides; amikacin, framycetin, gentamicin, kanamycin, neomycin, netilmicin, paromomycin, streptomycin, tobramycin
a glycopeptide; glycopeptides; glycopeptide, glycopeptides; teicoplanin, vancomycin
a nitroimidazole; nitroimidazoles; nitroimidazole, nitroimidazoles; metronidazole, ornidazole, secnidazole, tinidazole
an azole antifungal; azole antifungals; azole, azoles; clotrimazole, econazole, fluconazole, isoconazole, itraconazole, ketoconazole, miconazole, posaconazole, voriconazole
a polyene antifungal; polyene antifungals; polyene, polyenes; amphotericin, nystatin
a rifamycin; rifamycins; rifamycin, rifamycins; rifabutin, rifampicin, rifapentine
an aciclovir-type antiviral; aciclovir-type antivirals; ; aciclovir, famciclovir, ganciclovir, penciclovir, valaciclovir, valacyclovir, valganciclovir
a benzimidazole; benzimidazoles; benzimidazole, benzimidazoles; albendazole, mebendazole
an aminoquinoline; aminoquinolines; aminoquinoline, aminoquinolines; chloroquine, hydroxychloroquine, primaquine
an ACE inhibitor; ACE inhibitors; ace, acei, aceis, ace inhibitor, ace inhibitors; benazepril, captopril, cilazapril, enalapril, fosinopril, imidapril, lisinopril, perindopril, quinapril, ramipril, trandolapril
an ARB; ARBs; arb, arbs, angiotensin receptor blocker, angiotensin receptor blockers, sartan, sartans; azilsartan, candesartan, eprosartan, irbesartan, losartan, olmesartan, telmisartan, valsartan
a neprilysin inhibitor; neprilysin inhibitors; neprilysin; sacubitril
a beta blocker; beta blockers; beta blocker, beta blockers; atenolol, bisoprolol, carvedilol, labetalol, metoprolol, nebivolol, propranolol, timolol
a dihydropyridine; dihydropyridines; dihydropyridine, dihydropyridines; amlodipine, felodipine, lacidipine, lercanidipine, nicardipine, nifedipine
a quinazoline alpha blocker; quinazoline alpha blockers; ; alfuzosin, doxazosin, prazosin, terazosin
a thiazide diuretic; thiazide diuretics; thiazide, thiazides; chlorthalidone, hydrochlorothiazide, indapamide, metolazone
a loop diuretic; loop diuretics; loop diuretic, loop diuretics; bumetanide, furosemide, torasemide
a nitrate; nitrates; nitrate, nitrates; isosorbide, nitroglycerin
a statin; statins; statin, statins; atorvastatin, fluvastatin, lovastatin, pitavastatin, pravastatin, rosuvastatin, simvastatin
a fibrate; fibrates; fibrate, fibrates; bezafibrate, ciprofibrate, fenofibrate, gemfibrozil
a thienopyridine; thienopyridines; thienopyridine, thienopyridines; clopidogrel, prasugrel, ticlopidine
a factor Xa inhibitor; factor Xa inhibitors; ; apixaban, edoxaban, rivaroxaban
an aldosterone antagonist; aldosterone antagonists; ; eplerenone, spironolactone
an aromatic anticonvulsant; aromatic anticonvulsants; aromatic anticonvulsant, aromatic anticonvulsants, hydantoin, hydantoins; carbamazepine, eslicarbazepine, fosphenytoin, lamotrigine, oxcarbazepine, phenobarbital, phenytoin, primidone
a barbiturate; barbiturates; barbiturate, barbiturates; pentobarbital, phenobarbital, primidone, secobarbital, thiopental
a racetam; racetams; ; brivaracetam, levetiracetam, piracetam
a gabapentinoid; gabapentinoids; ; gabapentin, mirogabalin, pregabalin
a benzodiazepine; benzodiazepines; benzodiazepine, benzodiazepines; alprazolam, bromazepam, clonazepam, diazepam, lorazepam, midazolam
an SSRI; SSRIs; ssri, ssris; citalopram, escitalopram, fluoxetine, fluvoxamine, paroxetine, sertraline
an SNRI; SNRIs; snri, snris; desvenlafaxine, duloxetine, venlafaxine
a tricyclic antidepressant; tricyclic antidepressants; tricyclic, tricyclics; amitriptyline, clomipramine, imipramine, nortriptyline
a phenothiazine; phenothiazines; phenothiazine, phenothiazines; chlorpromazine, fluphenazine, levomepromazine, perphenazine, prochlorperazine, promethazine
a clozapine-type antipsychotic; clozapine-type antipsychotics; ; clozapine, olanzapine, quetiapine
an opioid; opioids; opioid, opioids, opiate, opiates; buprenorphine, butorphanol, codeine, dihydrocodeine, fentanyl, hydrocodone, hydromorphone, methadone, morphine, nalbuphine, oxycodone, pethidine, remifentanil, tapentadol, tramadol
an amide local anesthetic; amide local anesthetics; local anesthetic, local anesthetics, local anaesthetic, local anaesthetics; articaine, bupivacaine, levobupivacaine, lidocaine, mepivacaine, prilocaine, ropivacaine
an ester local anesthetic; ester local anesthetics; local anesthetic, local anesthetics, local anaesthetic, local anaesthetics; benzocaine, chloroprocaine, procaine, proparacaine, tetracaine
an iodine preparation; iodine preparations; iodine, iodinated, iodide, betadine, contrast, radiocontrast; amidotrizoate, amiodarone, diatrizoate, iobitridol, iodine, iodixanol, iohexol, iomeprol, iopamidol, iopromide, ioversol, ioxaglate, povidone
a gadolinium contrast; gadolinium contrasts; gadolinium, contrast, radiocontrast; gadobutrol, gadodiamide, gadolinium, gadopentetate, gadoterate, gadoxetate
a corticosteroid; corticosteroids; corticosteroid, corticosteroids, steroid, steroids; beclometasone, betamethasone, budesonide, clobetasol, deflazacort, dexamethasone, fluocinonide, fluticasone, hydrocortisone, methylprednisolone, mometasone, prednisolone, prednisone, triamcinolone
a piperazine antihistamine; piperazine antihistamines; ; cetirizine, cyclizine, hydroxyzine, levocetirizine, meclizine
a loratadine-type antihistamine; loratadine-type antihistamines; ; desloratadine, loratadine, rupatadine
a diphenylpiperazine; diphenylpiperazines; ; cinnarizine, flunarizine
a proton pump inhibitor; proton pump inhibitors; ppi, ppis, proton pump inhibitor, proton pump inhibitors; dexlansoprazole, esomeprazole, lansoprazole, omeprazole, pantoprazole, rabeprazole
an H2 blocker; H2 blockers; h 2 blocker, h 2 blockers; cimetidine, famotidine, nizatidine, ranitidine
a setron; setrons; setron, setrons; granisetron, ondansetron, palonosetron
a sulfonylurea; sulfonylureas; sulfonylurea, sulfonylureas, sulphonylurea, sulphonylureas; glibenclamide, gliclazide, glimepiride, glipizide
a gliptin; gliptins; gliptin, gliptins; alogliptin, linagliptin, saxagliptin, sitagliptin, vildagliptin
an SGLT2 inhibitor; SGLT2 inhibitors; gliflozin, gliflozins; canagliflozin, dapagliflozin, empagliflozin
an insulin; insulins; insulin, insulins; insulin
a thionamide; thionamides; thionamide, thionamides, antithyroid; carbimazole, methimazole, propylthiouracil
a beta-2 agonist; beta-2 agonists; beta 2 agonist, beta 2 agonists; formoterol, indacaterol, procaterol, salbutamol, salmeterol, terbutaline
an atropine-type anticholinergic; atropine-type anticholinergics; ; atropine, glycopyrronium, hyoscine, ipratropium, tiotropium
a xanthine; xanthines; xanthine, xanthines; aminophylline, doxofylline, theophylline
a cysteine mucolytic; cysteine mucolytics; ; acetylcysteine, carbocisteine, erdosteine
a bromhexine-type mucolytic; bromhexine-type mucolytics; ; ambroxol, bromhexine
an imidazoline decongestant; imidazoline decongestants; ; naphazoline, oxymetazoline, tetryzoline, xylometazoline
a bisphosphonate; bisphosphonates; bisphosphonate, bisphosphonates; alendronic acid, clodronic, ibandronate, ibandronic, pamidronate, risedronate, risedronic, zoledronic
a retinoid; retinoids; retinoid, retinoids; acitretin, adapalene, isotretinoin, retinol, tretinoin
a progestin; progestins; progestin, progestins, progestogen, progestogens; desogestrel, drospirenone, dydrogesterone, etonogestrel, levonorgestrel, medroxyprogesterone, norethisterone, progesterone
an estrogen; estrogens; estrogen, estrogens, oestrogen, oestrogens; estradiol, estriol, ethinylestradiol
a 5-alpha-reductase inhibitor; 5-alpha-reductase inhibitors; ; dutasteride, finasteride
a PDE5 inhibitor; PDE5 inhibitors; ; sildenafil, tadalafil, vardenafil
a tolperisone-type relaxant; tolperisone-type relaxants; ; eperisone, tolperisone`;

export const ALLERGY_CLASSES: readonly AllergyClass[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [one = "", many = "", also = "", members = ""] = line.split(";").map((part) => part.trim());
    return { one, many, also: phrasesIn(also), members: phrasesIn(members) };
  });

/** Classes of which one may react where the other has: by their names in the plural. */
export const CROSS_REACTIONS: readonly (readonly [string, string])[] = [
  ["penicillins", "cephalosporins"],
  ["penicillins", "carbapenems"],
  ["cephalosporins", "carbapenems"],
  // Angioedema by the one is a reason against the other.
  ["ACE inhibitors", "neprilysin inhibitors"],
];
