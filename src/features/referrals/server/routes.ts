import { requirePatient } from "#features/patients/server/require-patient.ts";
import {
  answeredReferrals,
  availableClinics,
  cancelReferral as cancelReferralCall,
  claimReferral as claimReferralCall,
  declineReferral as declineReferralCall,
  patientReferrals,
  referralLetterPdf,
  sendReferral as sendReferralCall,
  sharedWithMe,
  waitingReferralCount,
  writeReferralLetter,
} from "#features/referrals/contract.ts";
import type { App } from "#server/kit.ts";
import { hasMailedLinks } from "#server/mail-links.ts";
import { sendPage } from "#server/paging.ts";
import { serve } from "#server/serve.ts";
import { claimReferral } from "./claim-referral.ts";
import { cancelReferral, declineReferral } from "./close-referral.ts";
import { printLetter } from "./printed-letter.ts";
import { countWaiting, listAnswered, listAvailableClinics, listReferralsOf, listWaiting } from "./queries.ts";
import { sendReferral, writeLetter } from "./send-referral.ts";

export const referralRoutes = (app: App): void => {
  const { settings } = app.kit;
  const receivers = {
    verifiedOnly: settings.referralsTo === "verified",
    confirmedOnly: hasMailedLinks(settings),
  };
  serve(app, availableClinics, (_, { clinic, now }) => listAvailableClinics(clinic, { now, ...receivers }));

  serve(app, sendReferralCall, ({ params, body }, { clinic, now, session }) =>
    sendReferral(clinic, params.id, body, {
      now,
      ownerUserId: session.ownerUserId,
      isOwner: session.role === "owner",
      ...receivers,
    }),
  );
  serve(app, writeReferralLetter, ({ params, body }, { clinic, now, session }) =>
    writeLetter(clinic, params.id, body, { now, ownerUserId: session.ownerUserId }),
  );
  serve(app, referralLetterPdf, ({ params }, { clinic, kit, noteHeld }) => {
    noteHeld({ referralId: params.referralId });
    return printLetter(clinic, params.id, params.referralId, kit.papers);
  });

  serve(app, patientReferrals, async ({ params, query }, { clinic, reply }) => {
    await requirePatient(clinic, params.id);
    const rows = await listReferralsOf(clinic, params.id, query);
    if (query.limit === undefined) return rows;
    return sendPage(reply, rows, query.limit, ({ dateReferred, id }) => [dateReferred, id]);
  });
  serve(app, sharedWithMe, async ({ query }, { clinic, reply }) => {
    const rows = await listWaiting(clinic, query);
    if (query.limit === undefined) return rows;
    return sendPage(reply, rows, query.limit, ({ dateReferred, id }) => [dateReferred, id]);
  });
  serve(app, waitingReferralCount, async (_, { clinic }) => ({ count: await countWaiting(clinic) }));
  serve(app, answeredReferrals, async ({ query }, { clinic, reply }) => {
    const rows = await listAnswered(clinic, query);
    if (query.limit === undefined) return rows;
    return sendPage(reply, rows, query.limit, ({ answeredAt, id }) => [answeredAt, id]);
  });

  serve(app, claimReferralCall, ({ params }, { clinic, now }) => claimReferral(clinic, params.id, now));
  serve(app, declineReferralCall, ({ params, body }, { clinic, now, session }) =>
    declineReferral(clinic, params.id, {
      reason: body.reason ?? null,
      ownerUserId: session.ownerUserId,
      now,
    }),
  );
  serve(app, cancelReferralCall, ({ params }, { clinic, now, session }) =>
    cancelReferral(clinic, params.id, { ownerUserId: session.ownerUserId, now }),
  );
};
