import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessible.ts";
import { asOwner, comeAsStaff, openClinic, signIn } from "#e2e/support/clinic.ts";
import { onPhone } from "#e2e/support/width.ts";

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** The checkbox is covered by its label; a press on the label checks it. */
const tick = (page: Page, title: string) => page.getByRole("checkbox", { name: title }).click();

async function openTasks(page: Page) {
  await page.goto("/dashboard");
  if (onPhone()) {
    await page.getByRole("button", { name: "More" }).click();
    await page
      .getByRole("dialog", { name: "More" })
      .getByRole("link", { name: /Task Management/ })
      .click();
  } else await page.getByRole("link", { name: /Task Management/ }).click();
  await expect(page.getByRole("heading", { name: "Task Management", level: 1 })).toBeVisible();
}

test("the owner adds a task, changes it, checks it, undoes that and deletes it", { tag: "@both" }, async ({
  page,
}) => {
  await openClinic(page);
  await openTasks(page);
  await expect(page.getByText("No tasks found")).toBeVisible();
  await expectAccessible(page);

  await test.step("a title is required", async () => {
    await page.getByRole("button", { name: "Add New Task" }).click();
    const dialog = page.getByRole("dialog", { name: "Add New Task" });
    await expect(dialog.getByLabel("Title")).toBeFocused();
    await dialog.getByRole("button", { name: "Add Task" }).click();
    await expect(page.getByText("Validation Error")).toBeVisible();
    await expect(dialog.getByText("Task title is required")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("adds", async () => {
    const dialog = page.getByRole("dialog", { name: "Add New Task" });
    await dialog.getByLabel("Title").fill("Call Chong Hua billing about Room 512-B");
    await dialog.getByLabel("Due date").fill("01/05/2024");
    await dialog.getByLabel("Time").fill("14:30");
    await dialog.getByLabel("Priority").selectOption("High");
    await dialog.getByLabel("Assign to").selectOption("Rafael Peñaflor");
    await dialog.getByRole("button", { name: "Add Task" }).click();
    await expect(page.getByText("Task Created")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/Overdue by \d+ days/)).toBeVisible();
    await expect(page.getByText(/Jan 5, 2024, 2:30 PM/)).toBeVisible();
    await expect(page.getByText("High", { exact: true })).toBeVisible();
  });

  await test.step("changes", async () => {
    await page.getByRole("button", { name: "Edit Call Chong Hua billing about Room 512-B" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Task" });
    await expect(dialog.getByLabel("Time")).toHaveValue("14:30");
    await dialog.getByLabel("Title").fill("Call billing");
    await dialog.getByLabel("Due date").fill("");
    await dialog.getByLabel("Time").fill("");
    await dialog.getByLabel("Assign to").selectOption("Unassigned");
    await dialog.getByRole("button", { name: "Save Task" }).click();
    await expect(page.getByText("Task Updated")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Call billing" })).toContainText(
      "No due date · High · Unassigned",
    );
  });

  await test.step("checks it, and undoes that", async () => {
    await tick(page, "Call billing");
    await expect(page.getByRole("checkbox", { name: "Call billing" })).toBeChecked();
    const undone = page.waitForResponse((answer) => answer.request().postData() === '{"status":"Pending"}');
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("checkbox", { name: "Call billing" })).not.toBeChecked();
    expect((await undone).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "Call billing" })).not.toBeChecked();
  });

  await test.step("filters by status", async () => {
    const updated = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await tick(page, "Call billing");
    await updated;
    await page.getByRole("button", { name: "Pending", exact: true }).click();
    await expect(page.getByText("No tasks found")).toBeVisible();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await expect(page.getByRole("checkbox", { name: "Call billing" })).toBeChecked();
    await expectAccessible(page);
  });

  await test.step("deletes", async () => {
    await page.getByRole("button", { name: "Delete Call billing" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Task" });
    await expect(question.getByText("Are you sure you want to delete this task?")).toBeVisible();
    await question.getByRole("button", { name: "Delete Task" }).click();
    await expect(page.getByText("Task Deleted")).toBeVisible();
    await expect(page.getByText("No tasks found")).toBeVisible();
    await expect(page.getByRole("button", { name: "All Tasks", exact: true })).toBeFocused();
  });
});

test("three are on the owner's dashboard; staff see and check their own", { tag: "@release" }, async ({
  page,
}) => {
  const clinic = await openClinic(page);
  const owner = asOwner(page, clinic.token);
  const staff = await comeAsStaff(page, clinic, { permissions: [] });
  const [marites] = (await owner.get("/api/users")).filter(
    ({ lastName }: { lastName: string }) => lastName !== "Peñaflor",
  );
  const add = (title: string, more: object) => owner.post("/api/tasks", { title, ...more });
  const longest = `Send the CBC request to Althea Nuñez's mother ${"and ask ".repeat(24)}`.trim();
  await add("Renew PTR for 2027 at City Hall", { priority: "Low" });
  await add(longest, { dueDate: inDays(-2), description: "Platelets ".repeat(60), assignedToId: marites.id });
  await add("Call billing", { dueDate: inDays(0), priority: "High", assignedToId: marites.id });
  await add("Order sutures", { dueDate: inDays(6) });

  await test.step("the owner", async () => {
    await signIn(page, clinic.email);
    await page.goto("/dashboard");
    const widget = page.getByRole("region", { name: "Task Management" });
    await expect(widget.getByRole("checkbox")).toHaveCount(3);
    await expect(widget.getByRole("listitem").first()).toContainText("Overdue by 2 days");
    await expect(widget.getByText("Due today")).toBeVisible();
    await expect(widget.getByText("Due in 6 days")).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole("link", { name: /Task Management/ })).toContainText("4");
    await tick(page, "Order sutures");
    await expect(widget.getByRole("checkbox", { name: /Renew PTR/ })).toBeVisible();
    await expect(widget.getByRole("checkbox", { name: "Order sutures" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /Task Management/ })).toContainText("3");
    await widget.getByRole("button", { name: "Add New Task" }).click();
    await expect(page.getByRole("dialog", { name: "Add New Task" }).getByLabel("Title")).toBeFocused();
    await page.keyboard.press("Escape");
    await widget.getByRole("button", { name: "All tasks" }).click();
    await expect(page.getByRole("checkbox")).toHaveCount(4);
    await expectAccessible(page);
  });

  await test.step("staff", async () => {
    await signIn(page, staff.email);
    await page.goto("/staff-dashboard");
    const own = page.getByRole("region", { name: "My Tasks" });
    await expect(own.getByRole("checkbox")).toHaveCount(2);
    await expectAccessible(page);
    const sent = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await tick(page, "Call billing");
    expect((await sent).status()).toBe(200);
    await expect(own.getByRole("checkbox")).toHaveCount(1);
    await own.getByRole("button", { name: "Done", exact: true }).click();
    await expect(own.getByRole("checkbox", { name: "Call billing" })).toBeChecked();
  });
});

test("messages of the failures, and a retry", { tag: "@release" }, async ({ page }) => {
  const clinic = await openClinic(page);
  await asOwner(page, clinic.token).post("/api/tasks", { title: "Renew PTR" });
  const broken = { status: 500, json: { code: "internal", message: "Broken" } };
  await page.route(/\/api\/(tasks|users)/, (route) => route.fulfill(broken));
  await page.goto("/tasks");
  await expect(page.getByText("Failed to fetch tasks")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add New Task" }).click();
  await expect(page.getByText("Failed to fetch users")).toBeVisible();
  await page.getByLabel("Title").fill("Call billing");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/Failed to create task/)).toBeVisible();
  await page.unroute(/\/api\/(tasks|users)/);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Task Created")).toBeVisible();
  await page.route(/\/api\/tasks\/\d+/, (route) => route.fulfill(broken));
  await page.getByRole("checkbox", { name: "Renew PTR" }).press("Space");
  await expect(page.getByText(/Failed to update task/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Renew PTR" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Renew PTR" })).toBeFocused();
  await page.getByRole("button", { name: "Delete Renew PTR" }).click();
  await page.getByRole("button", { name: "Delete Task" }).click();
  await expect(page.getByText(/Failed to delete task/)).toBeVisible();
});
