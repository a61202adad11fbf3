import { type Endpoint, recentPasswordFor, type Upload } from "#shared/endpoint.ts";
import { type Access, isByKey } from "#shared/permissions.ts";

export const accessInWords = (access: Access): string => {
  if (isByKey(access))
    return access.key === "any" ? "any valid API key" : `API keys that may read ${access.key}`;
  if (typeof access === "object")
    return "all" in access ? `all of ${access.all.join(", ")}` : `any of ${access.any.join(", ")}`;
  return {
    public: "anyone",
    "signed-in": "any signed-in user",
    user: "any member of a clinic, and the platform admin",
    member: "any member of the clinic",
    doctor: "the clinic's doctors",
    owner: "the clinic's owner",
    admin: "the platform admin",
  }[access];
};

export const passwordInWords = ({ recentPassword }: Endpoint): string =>
  recentPassword
    ? ` ${recentPassword === true ? "Needs" : "Some changes need"} a password typed in the last ${recentPasswordFor / 60_000} minutes: after a 403 with the code password_required, send it to POST /api/auth/confirm-password and repeat the call.`
    : "";

export const uploadInWords = ({ field, maxFiles, maxBytes }: Upload) =>
  `multipart/form-data: ${maxFiles === 1 ? "one file" : `up to ${maxFiles} files`} in the field "${field}", each up to ${maxBytes / 1024 / 1024} MB.`;
