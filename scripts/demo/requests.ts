import { requestUpgrade } from "#features/clinics/contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

const messages = [
  {
    daysAgo: 4,
    name: "Dr. Jonalyn Abellana",
    email: "jonalyn.abellana@mactanchildrens.example",
    phone: "+63 917 555 0163",
    clinic: "Mactan Children's Clinic",
    subject: "Moving our records",
    message:
      "Good day. We keep about 4,000 patients in a spreadsheet. Can we bring them over, with their admission numbers as they are?",
  },
  {
    daysAgo: 1,
    name: "Ferdinand Yap",
    email: "fyap@yapsurgical.example",
    phone: "",
    clinic: "",
    subject: "Two doctors, one clinic",
    message:
      "My wife and I share one clinic on different days. Do we need two accounts, and is the monthly fee for each of us?",
  },
] as const;

/** Open requests for the platform administrator: two contact messages, and the signed-in clinic's upgrade request. */
export async function askThePlatform(calls: Calls, today: string): Promise<void> {
  for (const { daysAgo, ...body } of messages) {
    await calls.setClock(addDays(today, -daysAgo), 10, 20);
    await calls.send(sendContactMessage, { body });
  }
  await calls.send(requestUpgrade);
}
