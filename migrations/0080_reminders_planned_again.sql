-- A reminder that was dropped is planned again when its appointment is booked again, and one that waits goes to the patient's
-- present address.
grant update (address, created_at) on reminders to klinika_app;
