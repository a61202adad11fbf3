import { test } from "@playwright/test";

/** Whether the running story has a phone's width. */
export const onPhone = () => test.info().project.name.startsWith("phone");
