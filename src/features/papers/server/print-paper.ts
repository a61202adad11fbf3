import type { FastifyRequest } from "fastify";
import type { ClinicPaper } from "#features/papers/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import type { Kit } from "#server/kit.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import { signatureOn } from "#server/pdf/signature.ts";
import { refuseUnreleased } from "#server/signed-papers.ts";
import { type Proof, proofAt } from "#shared/clinic-paper/draw-paper.ts";
import type { PaperSize } from "#shared/paper-size.ts";
import type { drawPaperPdf } from "./paper-pdf.ts";

/** PUBLIC_URL if it is set, else the address of the request. */
function proofOf(
  { settings }: Kit,
  { protocol, host }: Pick<FastifyRequest, "protocol" | "host">,
  code: string,
): Proof {
  const base = (settings.publicUrl ?? `${protocol}://${host}`).replace(/\/+$/, "");
  return proofAt(base, code);
}

/** The page as it was stored. Named after title, patient and number. */
export async function printPaper(
  clinic: ClinicScope,
  saved: ClinicPaper,
  { paper = "A5", kit, request }: { paper?: PaperSize | undefined; kit: Kit; request: FastifyRequest },
): Promise<FileAnswer> {
  refuseUnreleased("paper", saved.state);
  const { sheet } = saved;
  const [logo, signature] = await Promise.all([
    logoOf(clinic),
    signatureOn(clinic, "clinicPapers", saved.id),
  ]);
  const bytes = await kit.papers.draw<typeof drawPaperPdf>(
    clinic.id,
    { module: new URL("./paper-pdf.ts", import.meta.url).href, name: "drawPaperPdf" },
    sheet,
    {
      paper,
      proof: proofOf(kit, request, saved.code),
      createdAt: new Date(saved.createdAt),
      logo,
      signature,
    },
  );
  return pdfAnswer(bytes, inFileName(`${sheet.title} - ${sheet.patient.name} - ${saved.number}`));
}
