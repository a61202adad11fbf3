import {
  currentUser,
  leaveStaffMode,
  login,
  logout,
  secretaryLogin,
  staffLogin,
} from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { setClinicStatus, setClinicSubscription } from "#features/platform/contract.ts";
import {
  changePermissions,
  deactivateStaffAccount,
  renewTemporaryPassword,
} from "#features/staff/contract.ts";
import { sessionCookie } from "#server/auth/session.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { permissions } from "#shared/permissions.ts";
import type { Answer, Stage } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aPatient,
  aSession,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";
import type { Call } from "#test/request-for.ts";
import type { EmptyEnvironment } from "../harness/environment.ts";
import { every, type Figure, none } from "../harness/figure.ts";

/** What the response sets the session cookie to; null if it sets none. */
export const cookieOf = ({ headers }: Answer, name = sessionCookie): string | null =>
  [headers["set-cookie"] ?? []]
    .flat()
    .map((line) => line.match(new RegExp(`^${name}=([^;]+)`))?.[1])
    .find((value) => value !== undefined) ?? null;

/** Headers that a page of the product sends. */
export const ownPage = ({ origin }: Stage) => ({ host: new URL(origin).host, referer: `${origin}/` });

/** One person, signed in three times: by bearer, by cookie, by another bearer. */
type Live = { name: string; ask: (endpoint: Endpoint, sent?: Call) => Promise<Answer> };

async function threeSessions(stage: Stage, userId: number): Promise<Live[]> {
  const [first, second, third] = [
    await aSession(stage, userId),
    await aSession(stage, userId),
    await aSession(stage, userId),
  ];
  const byCookie = (sent: Call): Call => ({
    ...sent,
    headers: { ...sent.headers, cookie: `${sessionCookie}=${second}`, "sec-fetch-site": "same-origin" },
  });
  return [
    { name: "bearer", ask: (endpoint, sent) => stage.call(endpoint, first, sent) },
    { name: "cookie", ask: (endpoint, sent = {}) => stage.call(endpoint, null, byCookie(sent)) },
    { name: "second bearer", ask: (endpoint, sent) => stage.call(endpoint, third, sent) },
  ];
}

type SessionSetup = {
  stage: Stage;
  clinic: TestClinic;
  admin: TestUser;
  patient: number;
};

/** A change that must affect the next request of every live session; undone if possible. */
type Event = {
  name: string;
  happens: (setup: SessionSetup, user: TestUser, sessions: Live[]) => Promise<unknown>;
  next: string;
  undone?: (setup: SessionSetup, user: TestUser) => Promise<unknown>;
};

const setPermissions = ({ stage, clinic }: SessionSetup, user: TestUser, permissions: string[]) =>
  stage.call(changePermissions, clinic.owner.token, { params: { id: user.id }, body: { permissions } });
const setStanding = ({ stage, clinic, admin }: SessionSetup, subscriptionStatus: string) =>
  stage.call(setClinicSubscription, admin.token, { params: { id: clinic.id }, body: { subscriptionStatus } });
const isActive = ({ stage, clinic, admin }: SessionSetup, active: boolean) =>
  stage.call(setClinicStatus, admin.token, { params: { id: clinic.id }, body: { isActive: active } });

const events: Event[] = [
  {
    name: "signing out of each",
    happens: ({ stage }, _, sessions) =>
      Promise.all(sessions.map(({ ask }) => ask(logout, { headers: { ...ownPage(stage) } }))),
    next: "401 not_signed_in",
  },
  {
    name: "deactivation",
    happens: ({ stage, clinic }, { id }) =>
      stage.call(deactivateStaffAccount, clinic.owner.token, { params: { id } }),
    next: "401 not_signed_in",
  },
  {
    name: "a password changed elsewhere",
    happens: async ({ stage }, { id }) =>
      stage.call(changePassword, await aSession(stage, id), {
        body: { currentPassword: aPassword, newPassword: "sinigang-at-dusk-77" },
      }),
    next: "401 not_signed_in",
  },
  {
    name: "a temporary password made by the owner",
    happens: ({ stage, clinic }, { id }) =>
      stage.call(renewTemporaryPassword, clinic.owner.token, { params: { id } }),
    next: "401 not_signed_in",
  },
  {
    name: "suspension",
    happens: (setup) => setStanding(setup, "suspended"),
    next: "403 clinic_suspended",
    undone: (setup) => setStanding(setup, "active"),
  },
  {
    name: "an expired subscription",
    happens: (setup) => setStanding(setup, "expired"),
    next: "403 clinic_suspended",
    undone: (setup) => setStanding(setup, "active"),
  },
  {
    name: "the clinic switched off",
    happens: (setup) => isActive(setup, false),
    next: "403 clinic_suspended",
    undone: (setup) => isActive(setup, true),
  },
  {
    name: "a right taken away",
    happens: (setup, user) => setPermissions(setup, user, ["add_patients"]),
    next: "403 forbidden",
    undone: (setup, user) => setPermissions(setup, user, [...permissions]),
  },
];

const wordsOf = ({ statusCode, json }: Answer) =>
  statusCode < 400 ? "in" : `${statusCode} ${json<{ code: string }>().code}`;

async function proveEvents(setup: SessionSetup): Promise<Figure[]> {
  const { stage, clinic, patient } = setup;
  const late: string[] = [];
  const stuck: string[] = [];
  const readPatient: [Endpoint, Call] = [onePatient, { params: { id: patient } }];
  for (const { name, happens, next, undone } of events) {
    const user = await aStaffMember(stage, clinic, permissions);
    const sessions = await threeSessions(stage, user.id);
    const ask = () => Promise.all(sessions.map((live) => live.ask(...readPatient).then(wordsOf)));
    const before = await ask();
    const done = await happens(setup, user, sessions);
    const after = await ask();
    await undone?.(setup, user);
    const again = undone ? await ask() : [];
    for (const [place, live] of sessions.entries()) {
      if (before[place] !== "in" || after[place] !== next)
        late.push(`${name}, ${live.name}: ${before[place]}, then ${after[place]} (${statusesOf(done)})`);
      if (undone && again[place] !== "in") stuck.push(`${name}, ${live.name}: ${again[place]}`);
    }
  }
  const liftable = events.filter(({ undone }) => undone).length;
  return [
    every(
      `live sessions affected from the next request (${events.length} events × 3)`,
      events.length * 3,
      late,
    ),
    every("of those that can be undone, usable again at the next request", liftable * 3, stuck),
  ];
}

const statusesOf = (done: unknown) =>
  [done]
    .flat()
    .map((answer) => (answer as Answer | undefined)?.statusCode)
    .join(" ");

/** A session that was planted before the sign-in is worthless after it. */
async function proveFixation({ stage, clinic }: SessionSetup): Promise<Figure> {
  const against: string[] = [];
  const stranger = await aClinic(stage);
  const staff = await aStaffMember(stage, clinic, ["view_patients"]);
  const planted = {
    "made up": "planted-by-a-stranger-planted-by-a-stranger",
    "a stranger's own session": stranger.owner.token,
    "an ended session": "",
  };
  const doors: [Endpoint, TestUser][] = [
    [login, clinic.owner],
    [staffLogin, staff],
    [secretaryLogin, staff],
  ];
  let tried = 0;
  for (const [door, user] of doors)
    for (const [name, value] of Object.entries(planted)) {
      const token = value || (await endedSession(stage, user.id));
      const answer = await stage.call(door, null, {
        body: { email: user.email, password: aPassword },
        headers: { cookie: `${sessionCookie}=${token}`, ...ownPage(stage) },
      });
      const isRefused = name === "a stranger's own session" && door !== login && answer.statusCode === 401;
      const me = await stage.call(currentUser, token);
      const isTheirs = me.statusCode === 200 && me.json().email === user.email;
      const isNew = answer.statusCode === 200 && ![answer.json().token, cookieOf(answer)].includes(token);
      tried += 1;
      if (isTheirs || !(isNew || isRefused)) against.push(`${door.path} with ${name}: ${answer.statusCode}`);
    }
  return none("sign-ins that take over a planted session", tried, against);
}

async function endedSession(stage: Stage, userId: number): Promise<string> {
  const token = await aSession(stage, userId);
  await stage.call(logout, token);
  return token;
}

/** Staff mode: the staff session has only the staff's rights, ends when left, and never exposed the owner's. */
async function proveStaffMode({ stage, clinic, patient }: SessionSetup): Promise<Figure> {
  const staff = await aStaffMember(stage, clinic, ["add_patients"]);
  const entered = await stage.call(staffLogin, clinic.owner.token, {
    body: { email: staff.email, password: aPassword },
  });
  const { token } = entered.json();
  const readAs = async (as: string) => wordsOf(await stage.call(onePatient, as, { params: { id: patient } }));
  const inside = await readAs(token);
  const left = await stage.call(leaveStaffMode, token, { body: { password: aPassword } });
  const after = await readAs(token);
  const back = left.statusCode === 200 ? await readAs(left.json().token) : "not back";
  clinic.owner.token = left.statusCode === 200 ? left.json().token : clinic.owner.token;
  const got = [inside, after, back];
  return every(
    "steps of staff mode with the rights they should have",
    3,
    got.filter((words, place) => words !== ["403 forbidden", "401 not_signed_in", "in"][place]),
  );
}

export async function proveLiveSessions({ stage }: EmptyEnvironment): Promise<Figure[]> {
  const clinic = await aClinic(stage);
  const setup = {
    stage,
    clinic,
    admin: await anAdmin(stage),
    patient: await aPatient(stage, clinic),
  };
  return [...(await proveEvents(setup)), await proveFixation(setup), await proveStaffMode(setup)];
}
