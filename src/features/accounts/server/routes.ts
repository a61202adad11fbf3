import type { App } from "#server/kit.ts";
import { serve } from "#server/serve.ts";
import { refuseForeignNavigation, sessionTime } from "#server/session.ts";
import {
  adminLogin,
  changePassword,
  currentUser,
  draftKey,
  forgotPassword,
  leaveStaffMode,
  login,
  logout,
  resetPassword,
  saveProfile,
  secretaryLogin,
  sessionTimeHeader,
  signUp,
  staffLogin,
  tokenLogin,
} from "../contract.ts";
import { replacePassword } from "./change-password.ts";
import { describeCurrentUser } from "./current-user.ts";
import { keyOfDrafts } from "./draft-key.ts";
import { updateProfile } from "./profile.ts";
import { askForReset, resetByLink } from "./reset-password.ts";
import { adminDoor, anyDoor, signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signUpClinic } from "./sign-up.ts";
import { returnToOwner, signInStaff } from "./staff-mode.ts";

export const accountRoutes = (app: App): void => {
  serve(app, signUp, ({ body }, visit) => signUpClinic(visit, body));
  serve(app, login, ({ body }, visit) => signIn(visit, body, anyDoor));
  serve(app, tokenLogin, ({ body }, visit) => signIn(visit, body, anyDoor));
  serve(app, adminLogin, ({ body }, visit) => signIn(visit, body, adminDoor));
  for (const door of [staffLogin, secretaryLogin])
    serve(app, door, ({ body }, visit) => signInStaff(visit, visit.session, body));
  serve(app, leaveStaffMode, ({ body }, visit) => returnToOwner(visit, body.password));
  serve(app, currentUser, (_, { kit, session, reply }) => {
    reply.header(sessionTimeHeader, sessionTime(session));
    return describeCurrentUser(kit, session);
  });
  serve(app, draftKey, (_, { kit, session, reply }) => {
    // The drafts lie on the disk of a shared desk; their key must not.
    reply.header("cache-control", "private, no-store");
    return keyOfDrafts(kit, session);
  });
  serve(app, saveProfile, ({ body }, { clinic, now }) => updateProfile(clinic, body, now));
  serve(app, changePassword, ({ body }, { kit, now, session }) => replacePassword(kit, now, session, body));
  serve(app, forgotPassword, ({ body }, visit) => askForReset(visit, body.email));
  serve(app, resetPassword, ({ body }, visit) => resetByLink(visit, body));
  serve(app, logout, async (_, { kit, request, reply }) => {
    await signOut(kit, request, reply);
    return { message: "You are signed out" };
  });
  // A navigation, not a call: it answers with a way on instead of data.
  app.get("/api/auth/logout", async (request, reply) => {
    refuseForeignNavigation(request);
    await signOut(app.kit, request, reply);
    // The product's own pages wipe what they keep before they lead here; who types the address leaves none to do it.
    if (request.headers["sec-fetch-site"] === "none") reply.header("clear-site-data", '"storage"');
    return reply.header("cache-control", "private, no-store").redirect("/", 303);
  });
};
