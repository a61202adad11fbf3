import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sendContactMessage } from "#features/contact/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { ContactForm } from "./ContactForm.tsx";

afterEach(() => history.replaceState(null, "", "/"));

async function write(hand: ReturnType<typeof renderScreen>["hand"]) {
  await hand.type(await screen.findByLabelText(/^Name/), "Rafael Peñaflor");
  await hand.type(screen.getByLabelText(/^Email/), "rafael@clinic.ph");
  await hand.type(screen.getByLabelText(/^Subject/), "A trial");
  await hand.type(screen.getByRole("textbox", { name: "Message" }), "How do we begin?");
}

test("name, email, subject and message are required", async () => {
  const { hand, sent } = renderScreen(<ContactForm />);
  await hand.click(await screen.findByRole("button", { name: "Send Message" }));
  for (const message of [
    "Name is required",
    "Please enter a valid email address",
    "Subject is required",
    "Message is required",
  ])
    expect(screen.getByText(message)).toBeTruthy();
  expect(sent(sendContactMessage)).toHaveLength(0);
});

test("thanks for a stored message, and clears the form", async () => {
  const { hand, sent } = renderScreen(<ContactForm />, {
    answers: [reply(sendContactMessage, { message: "Thank you" })],
  });
  await write(hand);
  await hand.click(screen.getByRole("button", { name: "Send Message" }));
  expect(await screen.findByText("Message sent")).toBeTruthy();
  expect(sent(sendContactMessage)[0]?.body).toMatchObject({ name: "Rafael Peñaflor", subject: "A trial" });
  expect((screen.getByRole("textbox", { name: "Message" }) as HTMLTextAreaElement).value).toBe("");
});

test("keeps a message that was not stored", async () => {
  const { hand } = renderScreen(<ContactForm />, {
    answers: [refuse(sendContactMessage, "too_many", "Too many messages. Please try again later.")],
  });
  await write(hand);
  await hand.click(screen.getByRole("button", { name: "Send Message" }));
  expect(await screen.findByText("Message not sent")).toBeTruthy();
  expect(screen.getByText("Too many messages. Please try again later.")).toBeTruthy();
  expect((screen.getByRole("textbox", { name: "Message" }) as HTMLTextAreaElement).value).toBe(
    "How do we begin?",
  );
});

test("Update Account & Payment prefills subject and clinic", async () => {
  history.replaceState(null, "", "/?subject=Update+Account+%26+Payment&clinic=Pe%C3%B1aflor+Heart+Clinic");
  renderScreen(<ContactForm />);
  expect(((await screen.findByLabelText(/^Subject/)) as HTMLInputElement).value).toBe(
    "Update Account & Payment",
  );
  expect((screen.getByLabelText(/^Clinic/) as HTMLInputElement).value).toBe("Peñaflor Heart Clinic");
});
