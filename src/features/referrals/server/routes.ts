import * as contract from "#features/referrals/contract.ts";
import { takeTurn } from "#server/auth/take-turn.ts";
import { charge, chargeRecords } from "#server/http/limit-change.ts";
import { readFitting, sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App } from "#server/kit.ts";
import { hasMailedLinks } from "#server/mail/mail-links.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { Failure } from "#shared/errors.ts";
import { claimReferral } from "./claim-referral.ts";
import { cancelReferral, declineReferral } from "./close-referral.ts";
import { printLetter } from "./printed-letter.ts";
import {
  countWaiting,
  listAnswered,
  listAvailableClinics,
  listReferralsOf,
  listWaiting,
  sharedBytes,
} from "./queries.ts";
import { releaseLetter } from "./release-letter.ts";
import { sendReferral, writeLetter } from "./send-referral.ts";

/** The limits from one clinic to one other clinic. */
const SENT_PER_HOUR = 30;
/** The default limit of a list; the header `X-Next-Cursor` continues it. */
const LISTED_AT_MOST = 1000;

export const referralRoutes = (app: App): void => {
  const { settings } = app.kit;
  const receivers = {
    verifiedOnly: settings.referralsTo === "verified",
    confirmedOnly: hasMailedLinks(settings),
  };
  serve(app, contract.availableClinics, (_, { clinic, now }) =>
    listAvailableClinics(clinic, { now, ...receivers }),
  );

  serve(app, contract.sendReferral, async ({ params, body }, { clinic, kit, now, session }) => {
    await requirePatient(clinic, params.id);
    if (!(await takeTurn(kit, now, `referral:${clinic.id}:${body.toClinicId}`, SENT_PER_HOUR)))
      throw new Failure(
        "too_many",
        "Your clinic has sent many referrals to this clinic. Please try again in an hour.",
        {},
        3600,
      );
    await chargeRecords(kit, clinic, [params.id]);
    return sendReferral(clinic, params.id, body, {
      now,
      ownerUserId: session.ownerUserId,
      role: session.role,
      ...receivers,
    });
  });
  serve(app, contract.writeReferralLetter, async ({ params, body }, { clinic, kit, now, session }) => {
    await chargeRecords(kit, clinic, [params.id]);
    return writeLetter(clinic, params.id, body, { now, ownerUserId: session.ownerUserId });
  });
  serve(app, contract.releaseReferralLetter, ({ params }, { clinic, now }) =>
    releaseLetter(clinic, params.id, params.referralId, now),
  );
  serve(app, contract.referralLetterPdf, ({ params }, { clinic, kit, auditDetails }) => {
    auditDetails({ referralId: params.referralId });
    return printLetter(clinic, params.id, params.referralId, kit.papers);
  });

  serve(app, contract.patientReferrals, async ({ params, query }, { clinic, reply }) => {
    await requirePatient(clinic, params.id);
    const page = await readFitting(query.limit ?? LISTED_AT_MOST, (limit) =>
      listReferralsOf(clinic, params.id, { ...query, limit }),
    );
    return sendPage(reply, page.read, page.limit, ({ dateReferred, id }) => [dateReferred, id]);
  });
  serve(app, contract.sharedWithMe, async ({ query }, { clinic, reply }) => {
    const page = await readFitting(query.limit ?? LISTED_AT_MOST, (limit) =>
      listWaiting(clinic, { ...query, limit }),
    );
    return sendPage(reply, page.read, page.limit, ({ dateReferred, id }) => [dateReferred, id]);
  });
  serve(app, contract.waitingReferralCount, async (_, { clinic }) => ({ count: await countWaiting(clinic) }));
  serve(app, contract.answeredReferrals, async ({ query }, { clinic, reply }) => {
    const page = await readFitting(query.limit ?? LISTED_AT_MOST, (limit) =>
      listAnswered(clinic, { ...query, limit }),
    );
    return sendPage(reply, page.read, page.limit, ({ answeredAt, id }) => [answeredAt, id]);
  });

  serve(app, contract.claimReferral, async ({ params }, { clinic, now, kit }) => {
    await charge(kit, clinic.id, await sharedBytes(clinic, params.id));
    return claimReferral(clinic, params.id, kit.settings, now);
  });
  serve(app, contract.declineReferral, ({ params, body }, { clinic, now, session }) =>
    declineReferral(clinic, params.id, {
      reason: body.reason ?? null,
      ownerUserId: session.ownerUserId,
      now,
    }),
  );
  serve(app, contract.cancelReferral, ({ params }, { clinic, now, session }) =>
    cancelReferral(clinic, params.id, { ownerUserId: session.ownerUserId, now }),
  );
};
