import { UserManagement } from "#features/staff/web/UserManagement.tsx";
import { usePageUser } from "./shell/WithUser.tsx";

export const StaffPage = () => <UserManagement clinicName={usePageUser().clinic?.name ?? ""} />;
