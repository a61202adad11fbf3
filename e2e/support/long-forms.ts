import { expect, type Locator, type Page } from "@playwright/test";

/** The forms of more than three fields: how each is opened, filled in and saved. */
type LongForm = {
  what: string;
  address: (id: number) => string;
  /** The open form. */
  open: (page: Page) => Locator;
  fill: (form: Locator) => Promise<void>;
  /** What must be restored. */
  holds: (form: Locator) => Promise<void>;
  save: (form: Locator) => Locator;
  done: RegExp;
  /** Where saved rows are counted, and how many there are before; none for forms that change a record. */
  counted?: { address: (id: number) => string; before: number };
};

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole("dialog", { name });
export const mariluz = "Ybañez, Mariluz Sarmiento";

export const longForms: LongForm[] = [
  {
    what: "a new patient",
    address: () => "/patients?open=add-form",
    open: dialog("Add New Patient"),
    fill: async (form) => {
      await expect(form.getByLabel("Admission number")).not.toHaveValue("");
      await form.getByLabel("Hospital").selectOption("Chong Hua Hospital - Fuente");
      await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
      await form.getByLabel("Birthday").fill("05/04/1990");
      await form.getByLabel("Sex").selectOption("M");
      await form.getByLabel("Amount").fill("1500");
      await form.getByLabel("Blood pressure").fill("152/92");
      await form.getByLabel("Remarks").fill("Comes with his grandmother");
    },
    holds: async (form) => {
      await expect(form.getByLabel("Patient name")).toHaveValue("Abad, Joaquin Luis Fernandez");
      await expect(form.getByLabel("Hospital")).toHaveValue("Chong Hua Hospital - Fuente");
      await expect(form.getByLabel("Birthday")).toHaveValue(/05\/04\/1990/);
      await expect(form.getByLabel("Amount")).toHaveValue(/1,?500/);
      await expect(form.getByLabel("Blood pressure")).toHaveValue("152/92");
      await expect(form.getByLabel("Remarks")).toHaveValue("Comes with his grandmother");
    },
    save: (form) => form.getByRole("button", { name: "Save Patient" }),
    done: /Patient added successfully with vital signs recorded/,
    counted: { address: () => "/api/patients", before: 2 },
  },
  {
    what: "a new patient, step by step",
    address: () => "/patients?open=add-steps",
    open: dialog("Add Patient"),
    fill: async (form) => {
      await expect(form.getByLabel("Admission number")).not.toHaveValue("");
      await form.getByLabel("Patient name").fill("Abad, Joaquin Luis Fernandez");
      await form.getByLabel("Age").fill("9");
      await form.getByLabel("Sex").selectOption("M");
      await form.getByRole("button", { name: "Next" }).click();
      await form.getByLabel("Hospital").selectOption("Other");
      await form.getByLabel("Hospital name").fill("Bantayan District Hospital");
      await form.getByRole("button", { name: "Next" }).click();
      await form.getByLabel("Chief complaint").fill("Fell from a jeepney");
    },
    holds: async (form) => {
      await expect(form.getByText("Step 3 of 4")).toBeVisible();
      await expect(form.getByLabel("Chief complaint")).toHaveValue("Fell from a jeepney");
      await form.getByRole("button", { name: "Next" }).click();
      await expect(form.getByRole("region", { name: "Review" })).toContainText("Bantayan District Hospital");
    },
    save: (form) => form.getByRole("button", { name: "Add Patient" }),
    done: /Patient added successfully/,
    counted: { address: () => "/api/patients", before: 2 },
  },
  {
    what: "a changed patient",
    address: (id) => `/patients?open=edit&patient=${id}`,
    open: dialog(/Edit Patient/),
    fill: async (form) => {
      await form.getByLabel("Pre-op diagnosis").fill("Cholelithiasis");
      await form.getByLabel("Remarks").fill("Fasting since midnight");
    },
    holds: async (form) => {
      await expect(form.getByLabel("Patient name")).toHaveValue(mariluz);
      await expect(form.getByLabel("Pre-op diagnosis")).toHaveValue("Cholelithiasis");
      await expect(form.getByLabel("Remarks")).toHaveValue("Fasting since midnight");
    },
    save: (form) => form.getByRole("button", { name: "Update Patient" }),
    done: /Patient updated successfully/,
  },
  {
    what: "vital signs",
    address: (id) => `/patients?open=vitals&patient=${id}`,
    open: dialog("Record Vital Signs"),
    fill: async (form) => {
      await form.getByLabel("Blood pressure").fill("152/92");
      await form.getByLabel("Pulse").fill("86");
    },
    holds: async (form) => {
      await expect(form.getByLabel("Blood pressure")).toHaveValue("152/92");
      await expect(form.getByLabel("Pulse")).toHaveValue("86");
    },
    save: (form) => form.getByRole("button", { name: "Record Vital Signs" }),
    done: /Vital signs recorded successfully/,
    counted: { address: (id) => `/api/patients/${id}/consultations`, before: 0 },
  },
  {
    what: "a consultation",
    address: (id) => `/patients?open=consultation&patient=${id}`,
    open: dialog(mariluz),
    fill: async (form) => {
      await form.getByLabel(/Chief complaint/).fill("Shortness of breath");
      await form.getByRole("checkbox", { name: "Fever" }).check();
      await form.getByRole("button", { name: "Next Step" }).click();
      await form.getByLabel("Pulse").fill("104");
      await form.getByRole("button", { name: "Next Step" }).click();
      await form.getByLabel(/Diagnosis/).fill("Heart failure");
      await form.getByLabel(/Treatment/).fill("Furosemide");
    },
    holds: async (form) => {
      await expect(form.getByText("Step 3 of 3")).toBeVisible();
      await expect(form.getByLabel(/Diagnosis/)).toHaveValue("Heart failure");
      await form.getByRole("button", { name: "Previous Step" }).click();
      await expect(form.getByLabel("Pulse")).toHaveValue("104");
      await form.getByRole("button", { name: "Previous Step" }).click();
      await expect(form.getByLabel(/Chief complaint/)).toHaveValue("Shortness of breath");
      await expect(form.getByRole("checkbox", { name: "Fever" })).toBeChecked();
      await form.getByRole("button", { name: "Next Step" }).click();
      await form.getByRole("button", { name: "Next Step" }).click();
    },
    save: (form) => form.getByRole("button", { name: "Save Consultation" }),
    done: /Consultation record saved successfully/,
    counted: { address: (id) => `/api/patients/${id}/consultations`, before: 0 },
  },
  {
    what: "a prescription",
    address: (id) => `/patients?open=prescription&patient=${id}`,
    open: dialog("Generate Prescription"),
    fill: async (form) => {
      await form.getByLabel("Medication name").fill("amlodipine");
      await form.getByLabel("SIG").fill("1 tab");
      await form.getByLabel("Frequency").fill("OD");
      await form.getByLabel("Duration").fill("30 days");
      await form.getByRole("textbox", { name: "Diagnosis" }).fill("Hypertension");
    },
    holds: async (form) => {
      await expect(form.getByLabel("Medication name")).toHaveValue("amlodipine");
      await expect(form.getByLabel("SIG")).toHaveValue("1 tab");
      await expect(form.getByLabel("Duration")).toHaveValue("30 days");
      await expect(form.getByRole("textbox", { name: "Diagnosis" })).toHaveValue("Hypertension");
    },
    save: (form) => form.getByRole("button", { name: "Save Prescription" }),
    done: /Prescription saved successfully/,
    counted: { address: (id) => `/api/patients/${id}/prescriptions`, before: 0 },
  },
  {
    what: "a payment",
    address: (id) => `/patients?open=payment&patient=${id}`,
    open: dialog("Take Payment"),
    fill: async (form) => {
      await form.getByLabel("Service").fill("Consultation");
      await form.getByLabel("Amount").first().fill("500");
      // A press changes the form as typing does.
      await form.page().evaluate("globalThis.typedAt = Date.now()");
      await form.getByRole("button", { name: "Cash, exact ₱500" }).click();
    },
    holds: async (form) => {
      await expect(form.getByLabel("Service")).toHaveValue("Consultation");
      await expect(form.getByLabel("Amount").first()).toHaveValue(/500/);
    },
    save: (form) => form.getByRole("button", { name: "Save", exact: true }),
    done: /Paid in full/,
  },
  {
    what: "an appointment",
    address: (id) => `/patients?open=appointment&patient=${id}`,
    open: dialog("New Appointment"),
    fill: async (form) => {
      await form.getByRole("button", { name: "In 1 week" }).click();
      await form.getByLabel("Time").fill("09:00");
      await form.getByLabel("Reason").fill("ECG");
    },
    holds: async (form) => {
      await expect(form.getByLabel("Day")).toHaveValue(/\d/);
      await expect(form.getByLabel("Time")).toHaveValue("09:00");
      await expect(form.getByLabel("Reason")).toHaveValue("ECG");
    },
    save: (form) => form.getByRole("button", { name: "Book", exact: true }),
    done: /Appointment booked/,
    counted: { address: (id) => `/api/patients/${id}/appointments`, before: 0 },
  },
  {
    what: "a history checklist",
    address: (id) => `/patients?open=checklist&patient=${id}`,
    open: dialog("Consultation History Checklist"),
    fill: async (form) => {
      await form.getByLabel(/Chief complaint/).fill("Shortness of breath");
      await form.getByRole("group", { name: "Fever" }).getByText("Yes").click();
    },
    holds: async (form) => {
      await expect(form.getByLabel(/Chief complaint/)).toHaveValue("Shortness of breath");
      await expect(form.getByRole("group", { name: "Fever" }).getByLabel("Yes")).toBeChecked();
    },
    save: (form) => form.getByRole("button", { name: "Consultation History Checklist" }),
    done: /Consultation record added successfully/,
    counted: { address: (id) => `/api/patients/${id}/consultations`, before: 0 },
  },
  {
    what: "the clinic's settings",
    address: () => "/settings",
    open: (page) => page.locator("form").filter({ has: page.getByLabel("Clinic name") }),
    fill: async (form) => {
      await form.getByLabel("Address").fill("Osmeña Boulevard, Cebu City");
      await form.getByLabel("PTR number").fill("2614407");
    },
    holds: async (form) => {
      await expect(form.getByLabel("Address")).toHaveValue("Osmeña Boulevard, Cebu City");
      await expect(form.getByLabel("PTR number")).toHaveValue("2614407");
    },
    save: (form) => form.getByRole("button", { name: "Save Changes" }),
    done: /Settings Updated/,
  },
];
