import { useEffect, useRef, useState } from "react";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { PatientsScreen } from "./lazy-parts.ts";

/** The header's search: Enter shows what is found in the patient list. The key `/` leads here from anywhere. */
export function FinderField({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", lead);
    return () => document.removeEventListener("keydown", lead);
  }, []);
  return (
    <search className="w-full max-w-95">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
          setTyped("");
        }}
      >
        <SearchInput
          ref={field}
          label="Search all patients"
          placeholder="Search patients..."
          shortcut="/"
          value={typed}
          onChange={setTyped}
          onFocus={PatientsScreen.preload}
        />
      </form>
    </search>
  );
}
