import { refuseForeignNavigation, sessionTime } from "#server/auth/session.ts";
import { requireRecentPassword } from "#server/http/admit.ts";
import { hourlyLimit } from "#server/http/hourly-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import {
  adminLogin,
  answerSecondFactor,
  confirmEmail,
  currentUser,
  draftKey,
  forgotPassword,
  leaveStaffMode,
  login,
  logout,
  resendConfirmation,
  resetPassword,
  secretaryLogin,
  sessionTimeHeader,
  signUp,
  staffLogin,
  tokenLogin,
} from "../contract.ts";
import {
  addPasskey,
  changePassword,
  clinicSignIns,
  confirmPassword,
  confirmSecondFactor,
  devices,
  endDevice,
  endOtherDevices,
  endStaffDevice,
  ownSignIns,
  passkeyOptions,
  platformSignIns,
  removePasskey,
  removeSecondFactor,
  removeStaffModePin,
  renewRecoveryCodes,
  saveProfile,
  secondFactor,
  setStaffModePin,
  setUpSecondFactor,
  staffDevices,
} from "../security-contract.ts";
import { confirmByLink, sendConfirmationAgain } from "./confirm-email.ts";
import { describeCurrentUser } from "./current-user.ts";
import {
  staffDevices as devicesOfStaff,
  endStaffDevice as endOfStaff,
  endOtherDevices as endOthers,
  endOwnDevice,
  listSignIns,
  ownDevices,
} from "./devices.ts";
import { keyOfDrafts } from "./draft-key.ts";
import { replacePassword } from "./passwords/change-password.ts";
import { renewPassword } from "./passwords/confirm-password.ts";
import { requestReset, resetByLink } from "./passwords/reset-password.ts";
import { updateProfile } from "./profile.ts";
import { deletePasskey, loadPasskeyLibrary, preparePasskey, storePasskey } from "./second-factor/passkeys.ts";
import * as factor from "./second-factor/second-factor.ts";
import { adminPolicy, anyonePolicy, signIn } from "./sign-in/sign-in.ts";
import { signOut } from "./sign-in/sign-out.ts";
import { signUpClinic } from "./sign-up.ts";
import { returnToOwner, signInStaff, signInWithSecondFactor } from "./staff-mode/staff-mode.ts";
import { deletePin, savePin } from "./staff-mode/staff-mode-pin.ts";

/** Milliseconds after the start. */
const loadsPasskeysAfter = 3000;

export const accountRoutes = (app: App): void => {
  app.addHook("onListen", (done) => {
    setTimeout(() => void loadPasskeyLibrary().catch(() => undefined), loadsPasskeysAfter).unref();
    done();
  });
  const countSignUp = hourlyLimit(app, "sign-up", app.kit.settings.signUpsPerHour);
  serve(app, signUp, async ({ body }, context) => {
    await countSignUp(
      context.request,
      "Several clinics were signed up from this network already. Please try again in an hour.",
    );
    return signUpClinic(context, body);
  });
  serve(app, login, ({ body }, context) => signIn(context, body, anyonePolicy));
  serve(app, tokenLogin, ({ body }, context) => signIn(context, body, anyonePolicy));
  serve(app, adminLogin, ({ body }, context) => signIn(context, body, adminPolicy));
  for (const door of [staffLogin, secretaryLogin])
    serve(app, door, ({ body }, context) => signInStaff(context, context.session, body));
  serve(app, answerSecondFactor, ({ body }, context) =>
    signInWithSecondFactor(context, context.session, body),
  );
  serve(app, secondFactor, (_, context) => factor.describeSecondFactor(context));
  serve(app, setUpSecondFactor, (_, context) => factor.prepareSecondFactor(context));
  serve(app, confirmSecondFactor, ({ body }, context) => factor.confirmSecondFactor(context, body.code));
  serve(app, removeSecondFactor, (_, context) => factor.deleteAuthenticator(context));
  serve(app, passkeyOptions, (_, context) => preparePasskey(context));
  serve(app, addPasskey, ({ body }, context) => storePasskey(context, body));
  serve(app, removePasskey, ({ params }, context) => deletePasskey(context, params.id));
  serve(app, setStaffModePin, ({ body }, context) => savePin(context, body.pin));
  serve(app, removeStaffModePin, (_, context) => deletePin(context));
  serve(app, renewRecoveryCodes, (_, context) => factor.replaceRecoveryCodes(context));
  serve(app, leaveStaffMode, ({ body }, context) => returnToOwner(context, body));
  serve(app, currentUser, (_, context) => {
    context.reply.header(sessionTimeHeader, sessionTime(context.session));
    return describeCurrentUser(context);
  });
  serve(app, draftKey, (_, context) => {
    // Drafts are stored on the disk of a shared computer; their key must not be stored with them.
    context.reply.header("cache-control", "private, no-store");
    return keyOfDrafts(context);
  });
  serve(app, saveProfile, ({ body }, { clinic, kit, now, session }) =>
    updateProfile(clinic, body, { now, requirePassword: () => requireRecentPassword(kit, session) }),
  );
  serve(app, changePassword, ({ body }, context) => replacePassword(context, body));
  serve(app, confirmPassword, ({ body }, context) => renewPassword(context, body.password));
  serve(app, devices, (_, context) => ownDevices(context));
  serve(app, endDevice, ({ params }, context) => endOwnDevice(context, params.id));
  serve(app, endOtherDevices, (_, context) => endOthers(context));
  serve(app, staffDevices, (_, { kit, now, clinic }) => devicesOfStaff(kit, now, clinic.id));
  serve(app, endStaffDevice, ({ params }, { kit, clinic }) => endOfStaff(kit, clinic.id, params.id));
  serve(app, ownSignIns, ({ query }, { kit, reply, session }) =>
    listSignIns(kit, reply, { of: "user", id: session.userId }, query),
  );
  serve(app, clinicSignIns, ({ query }, { kit, reply, clinic }) =>
    listSignIns(kit, reply, { of: "clinic", id: clinic.id }, query),
  );
  serve(app, platformSignIns, ({ query }, { kit, reply }) => listSignIns(kit, reply, { of: "all" }, query));
  serve(app, forgotPassword, ({ body }, context) => requestReset(context, body.email));
  serve(app, resetPassword, ({ body }, context) => resetByLink(context, body));
  serve(app, confirmEmail, ({ body }, context) => confirmByLink(context, body.token));
  serve(app, resendConfirmation, (_, context) => sendConfirmationAgain(context));
  serve(app, logout, async (_, { kit, request, reply }) => {
    await signOut(kit, request, reply);
    return { message: "You are logged out" };
  });
  // A navigation, not a call: the response is a page with a link onward.
  app.get("/api/auth/logout", async (request, reply) => {
    refuseForeignNavigation(request);
    await signOut(app.kit, request, reply);
    // The product's own pages clear their storage before they navigate here. Someone who types the address has no
    // page to do so.
    if (request.headers["sec-fetch-site"] === "none") reply.header("clear-site-data", '"storage"');
    return reply.header("cache-control", "private, no-store").redirect("/", 303);
  });
};
