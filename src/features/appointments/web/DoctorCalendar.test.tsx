import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Appointment,
  addDayOff,
  bookAppointment,
  type DayOff,
  freeTimes,
  listAppointments,
  listDaysOff,
  listRecalls,
} from "#features/appointments/contract.ts";
import { type DoctorHours, listDoctorHours, setDoctorHours } from "#features/appointments/hours-contract.ts";
import { bookedOfDoctor, moveToDoctor } from "#features/appointments/moves-contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient } from "#web/testing-records.ts";
import { AppointmentDialog } from "./AppointmentDialog.tsx";
import { CalendarScreen } from "./CalendarScreen.tsx";
import { DoctorHoursSettings } from "./DoctorHoursSettings.tsx";
import { MoveList } from "./MoveList.tsx";

// Tuesday, December 1, 2026, 10:42.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T02:42:00Z") });
  return () => vi.useRealTimers();
});

const doctors = [
  { id: 11, userId: 1, letter: "A", name: "Rafael Peñaflor" },
  { id: 12, userId: 7, letter: "B", name: "Ma. Corazon dela Peña" },
];

const place = (id: number, name: string, room: string) => ({
  id,
  clinicId: 1,
  name,
  address: null,
  room,
  isActive: true,
  hours: week("08:00", "17:00"),
  slotMinutes: 30,
});
const week = (from: string, to: string) => [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from, to }));
const osmena = place(5, "Osmeña", "Rm. 305");
const chongHua = place(6, "Chong Hua", "Rm. 512");

const hours: DoctorHours[] = [
  {
    practitionerId: 11,
    places: [
      { placeId: 5, hours: week("08:00", "11:30") },
      { placeId: 6, hours: week("13:00", "17:00") },
    ],
    extra: [{ id: 3, placeId: 5, day: "2026-12-02", from: "14:00", to: "16:00" }],
  },
  { practitionerId: 12, places: [{ placeId: 5, hours: week("09:00", "12:00") }], extra: [] },
];

const booked = (changed: Partial<Appointment>): Appointment => ({
  id: 7,
  clinicId: 1,
  placeId: 5,
  practitionerId: 11,
  patientId: null,
  visitId: null,
  personName: "Salazar, Benigno",
  contactNumber: null,
  startsAt: "2026-12-01T02:30:00Z",
  minutes: 30,
  reason: null,
  note: null,
  state: "booked",
  number: null,
  overlaps: 0,
  closed: null,
  birthday: null,
  age: null,
  sex: null,
  admissionNo: null,
  ...changed,
});

const appointments = [
  booked({}),
  booked({ id: 8, practitionerId: 12, personName: "Nuñez, Althea" }),
  booked({ id: 9, placeId: 6, personName: "Lim, Kathleen", startsAt: "2026-12-01T05:00:00Z" }),
  booked({ id: 10, practitionerId: 99, personName: "Ledesma, Grace" }),
];

const off: DayOff = {
  id: 4,
  placeId: null,
  practitionerId: 11,
  firstDay: "2026-12-04",
  lastDay: "2026-12-04",
  isOpen: false,
  note: "Convention in Manila",
};

const show = (address: string) =>
  renderScreen(
    <CalendarScreen
      head={(note, actions) => (
        <>
          {note}
          {actions}
        </>
      )}
      onOpenPatient={vi.fn()}
    />,
    {
      user: { doctors },
      address,
      answers: [
        reply(listAppointments, [
          ...appointments,
          booked({ id: 12, personName: "Tan, Patrick", startsAt: "2026-12-04T01:00:00Z" }),
        ]),
        reply(listDaysOff, [off]),
        reply(listRecalls, []),
        reply(listPlaces, [osmena, chongHua]),
        reply(listDoctorHours, hours),
        reply(freeTimes, []),
      ],
    },
  );

describe("the calendar of several doctors", () => {
  test("has a column for each on a day, also for bookings of one who left", async () => {
    show("/");
    const own = await screen.findByRole("region", { name: "Rafael Peñaflor, Dec 1, 2026" });
    expect(within(own).getByRole("button", { name: /10:30 Salazar/ })).toBeTruthy();
    expect(within(own).getByRole("button", { name: /1:00 Lim/ })).toBeTruthy();
    const hers = screen.getByRole("region", { name: "Ma. Corazon dela Peña, Dec 1, 2026" });
    expect(within(hers).getByRole("button", { name: /10:30 Nuñez/ })).toBeTruthy();
    expect(await screen.findByText("Rm. 305, 8:00 to 11:30, then Rm. 512, 1:00 to 5:00")).toBeTruthy();
    const left = screen.getByRole("region", { name: "No longer here, Dec 1, 2026" });
    expect(within(left).getByRole("button", { name: /Ledesma/ })).toBeTruthy();
  });

  test("tells at one place where the doctor is meanwhile, and how many are booked there", async () => {
    show("/?place=%225%22");
    const own = await screen.findByRole("region", { name: "Rafael Peñaflor, Dec 1, 2026" });
    expect(await within(own).findByText("Chong Hua, Rm. 512")).toBeTruthy();
    expect(within(own).getByText("1:00 PM to 5:00 PM, 1 booked there. Cannot be booked here.")).toBeTruthy();
    expect(within(own).queryByRole("button", { name: /Lim/ })).toBeNull();
    expect(within(own).queryByRole("button", { name: /Book .* 1:00 PM/ })).toBeNull();
  });

  test("books a free time with its doctor", async () => {
    const { hand } = show("/");
    await hand.click(
      await screen.findByRole("button", { name: "Book Dec 1, 2026, 11:30 AM, Ma. Corazon dela Peña" }),
    );
    const dialog = await screen.findByRole("dialog", { name: "New Appointment" });
    await hand.click(within(dialog).getByRole("button", { name: /not registered/i }));
    const doctor: HTMLSelectElement = within(dialog).getByLabelText("Doctor*");
    expect(doctor.value).toBe("12");
  });

  test("has one doctor's week with extra hours and days off, and whom to move", async () => {
    const { hand } = show("/?view=week");
    await hand.click(await screen.findByRole("button", { name: "Rafael Peñaflor" }));
    const changes = await screen.findByRole("list", { name: "Changes to the hours" });
    expect(changes.textContent).toContain("Wed, Dec 2, 2026, 2:00 PM to 4:00 PM");
    expect(changes.textContent).toContain("Fri, Dec 4, 2026Convention in Manila");
    expect(within(changes).getByRole("button", { name: "Move 1 patient" })).toBeTruthy();
    const wednesday = screen.getByRole("region", { name: "Dec 2, 2026" });
    expect(within(wednesday).getByText("Extra hours")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Nuñez/ })).toBeNull();
    await hand.click(screen.getByRole("button", { name: "Add Day Off" }));
    const dialog = await screen.findByRole("dialog", { name: "Add Day Off" });
    const doctor: HTMLSelectElement = within(dialog).getByLabelText("Doctor");
    expect(doctor.value).toBe("11");
  });
});

test("a refused booking names the other place, and offers the first free times", async () => {
  const message = "Rafael Peñaflor is at Chong Hua, Rm. 512 from 1:00 PM to 5:00 PM. Not booked.";
  const { hand, sent } = renderScreen(
    <AppointmentDialog
      booking={{
        patient: aListedPatient(),
        at: { startsAt: "2026-12-01T06:00:00Z", placeId: 5, practitionerId: 11 },
      }}
      onClose={vi.fn()}
    />,
    {
      user: { doctors },
      answers: [
        reply(listPlaces, [osmena, chongHua]),
        reply(listDaysOff, []),
        reply(listAppointments, []),
        reply(listDoctorHours, hours),
        reply(freeTimes, ({ query }) =>
          query.placeId === "5"
            ? [{ placeId: 5, practitionerId: 11, startsAt: "2026-12-01T03:00:00Z", minutes: 30 }]
            : [],
        ),
        refuse(bookAppointment, "taken", message, { fields: { placeId: message } }),
      ],
    },
  );
  expect(await screen.findByText("Osmeña is closed then: outside clinic hours.")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Book" }));
  const offered = await screen.findByRole("group", { name: "First free at Osmeña" });
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(sent(bookAppointment)[0]?.body).toMatchObject({ placeId: 5, practitionerId: 11 });
  await hand.click(await within(offered).findByRole("button", { name: /11:00 AM/ }));
  expect(screen.getByLabelText<HTMLInputElement>("Time*").value).toBe("11:00");
  expect(screen.queryByText("First free at Osmeña")).toBeNull();
});

describe("hours of the doctors", () => {
  const settings = (user: object, practitionerId?: number) =>
    renderScreen(<DoctorHoursSettings practitionerId={practitionerId} />, {
      user,
      answers: [
        reply(listPlaces, [osmena, chongHua]),
        reply(listDoctorHours, hours),
        reply(setDoctorHours, hours[0] as DoctorHours),
        reply(addDayOff, off),
      ],
    });

  test("are everybody's for the owner, who changes a day at a place", async () => {
    const { hand, sent } = settings({ doctors });
    await hand.click(await screen.findByRole("button", { name: "Hours of Ma. Corazon dela Peña at Osmeña" }));
    const dialog = await screen.findByRole("dialog");
    await hand.click(within(dialog).getByRole("button", { name: "Remove these hours of Tuesday" }));
    await hand.click(within(dialog).getByRole("button", { name: "Save Hours" }));
    await screen.findByText("Hours saved");
    expect(sent(setDoctorHours)[0]).toMatchObject({
      params: { id: "12" },
      body: { placeId: 5, weekdays: [2], hours: expect.objectContaining({ length: 4 }) },
    });
  });

  test("are changed by a doctor where they are the own ones, and not shown where one practises", async () => {
    settings({ id: 7, role: "doctor", doctors });
    expect(
      await screen.findByRole("button", { name: "Hours of Ma. Corazon dela Peña at Chong Hua" }),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Hours of Rafael Peñaflor at Osmeña" })).toBeNull();
  });

  test("are nothing where one doctor practises", () => {
    settings({});
    expect(screen.queryByRole("heading")).toBeNull();
  });
});

test("who is booked with a doctor who left is given to a colleague, and who does not fit says why", async () => {
  const left = [
    booked({ practitionerId: 99 }),
    booked({ id: 8, practitionerId: 99, personName: "Reyes, Ana" }),
  ];
  const { hand, sent } = renderScreen(
    <MoveList doctorId={99} from={undefined} until={undefined} doctors={doctors} onOpen={vi.fn()} />,
    {
      user: { doctors },
      answers: [
        reply(bookedOfDoctor, {
          name: "Jun Ang",
          appointments: left,
        }),
        reply(moveToDoctor, { moved: [7], left: [{ id: 8, why: "The doctor is booked then." }] }),
      ],
    },
  );
  expect(await screen.findByRole("heading", { name: "Booked with Jun Ang" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Move 2, each at its time" })).toHaveProperty("disabled", true);
  await hand.selectOptions(screen.getByLabelText("Give to"), "Ma. Corazon dela Peña");
  await hand.click(screen.getByRole("button", { name: "Move 2, each at its time" }));
  expect(await screen.findByText("1 appointment moved")).toBeTruthy();
  expect(sent(moveToDoctor)[0]).toMatchObject({
    params: { id: "99" },
    body: { practitionerId: 12, appointmentIds: [7, 8] },
  });
  expect(screen.getByText("The doctor is booked then.")).toBeTruthy();
  await hand.click(screen.getByRole("checkbox", { name: /Reyes, Ana/ }));
  expect(screen.getByRole("button", { name: "Move 1, each at its time" })).toBeTruthy();
});
