import { sayIfOld } from "./old-browser.ts";

// Imported first by an entry: what comes after it may call at once what an old browser lacks.
sayIfOld();
