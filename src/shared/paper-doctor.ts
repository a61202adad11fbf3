import * as z from "zod/mini";
import { Id } from "./endpoint.ts";
import type { Role } from "./permissions.ts";

/** The doctor whom a paper names, who alone releases it. Papers say it only where a clinic has several doctors. */
export const PaperDoctor = z.object({ id: Id, userId: Id, name: z.string() });
export type PaperDoctor = z.output<typeof PaperDoctor>;

/** A field of the answer. */
export const namedDoctor = { practitioner: z.optional(PaperDoctor) } as const;
/** A field of the body: whom a new paper names. Not sent: the caller, else the clinic's only doctor. */
export const practitionerId = z.optional(Id);

/** Whether a user is the doctor of a paper: of one that names none, the clinic's owner. */
export const isDoctorOf = (
  user: { id: number; role: Role },
  { practitioner }: { practitioner?: Pick<PaperDoctor, "userId"> | undefined },
): boolean => (practitioner ? practitioner.userId === user.id : user.role === "owner");

/** "Dr. Ma. Corazon dela Peña", of a name with or without it. */
export const withTitle = (name: string): string => (/^dra?\.?\s/i.test(name) ? name : `Dr. ${name}`);
