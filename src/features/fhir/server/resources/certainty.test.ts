import { expect, test } from "vitest";
import { certaintyOf } from "./certainty.ts";

test.each([
  ["t/c Dengue fever; r/o typhoid", "provisional"],
  ["T/C dengue", "provisional"],
  ["R/O typhoid fever", "provisional"],
  ["r / o appendicitis", "provisional"],
  ["TC dengue", "provisional"],
  ["Cough, RO PTB", "provisional"],
  ["To consider PTB", "provisional"],
  ["Rule out appendicitis", "provisional"],
  ["rule-out ACS", "provisional"],
  ["Probable UTI", "provisional"],
  ["prob. UTI", "provisional"],
  ["Possible PTB", "provisional"],
  ["Suspected measles", "provisional"],
  ["Likely viral", "provisional"],
  ["Presumptive TB", "provisional"],
  ["Pneumonia?", "provisional"],
  ["? pneumonia", "provisional"],
  ["Working diagnosis: SLE", "provisional"],
  ["Impression: AGE", "provisional"],
  ["PTB not ruled out", "provisional"],
  ["Malignancy cannot be excluded", "provisional"],
  ["Dengue vs typhoid", "differential"],
  ["DDx: dengue, typhoid", "differential"],
  ["t/c dengue vs. chikungunya", "differential"],
  ["Dengue, ruled out", "refuted"],
  ["No evidence of pneumonia", "refuted"],
  ["1.No evidence of pneumonia.", "refuted"],
  ["Negative for dengue", "refuted"],
  ["Not pregnant", "refuted"],
  ["COVID-19, unconfirmed", "unconfirmed"],
])("%s is %s", (words, certainty) => {
  expect(certaintyOf(words)).toBe(certainty);
});

test.each([
  "Essential hypertension",
  "Dengue fever",
  "Type 2 diabetes mellitus, uncontrolled",
  "Atopic dermatitis",
  "Aortic stenosis",
  "Rotator cuff tear, right",
  "S/P appendectomy",
  "Hypertension, no evidence of LVH",
  "No evidence of pneumonia; URTI",
  "Nonallergic rhinitis",
  "K/C of asthma",
  "Differential count abnormal",
  "Problem drinking",
  "Torticollis",
  "",
])("%s says nothing about its certainty", (words) => {
  expect(certaintyOf(words)).toBeNull();
});
