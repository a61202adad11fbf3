import * as z from "zod/mini";
import { PAPER_SIZES } from "../paper-size.ts";

/** The paper size of a PDF; A5 if it is not sent. */
export const paperSize = z.optional(z.enum(PAPER_SIZES, { error: `Choose ${PAPER_SIZES.join(", ")}` }));
