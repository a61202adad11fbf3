import { useEffect } from "react";
import { PrivacyText } from "./PrivacyText.tsx";

export function PrivacyPage() {
  useEffect(() => {
    document.title = "Privacy - Klinika";
  }, []);
  return <PrivacyText />;
}
