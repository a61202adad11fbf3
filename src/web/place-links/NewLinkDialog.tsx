import { Copy, ExternalLink } from "lucide-react";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { QrCode } from "#web/ui/QrCode.tsx";

/** The link, shown once, also for a camera. */
export function NewLinkDialog({
  link,
  title,
  description,
  canOpen,
  onClose,
}: {
  link: string;
  title: string;
  description: string;
  canOpen: boolean;
  onClose: () => void;
}) {
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    notify(
      isCopied
        ? { kind: "success", title: "Link copied" }
        : {
            kind: "error",
            title: "The link could not be copied",
            description: "Select it and copy it yourself.",
          },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`${description} You won't be able to see it again; if it's lost, create a new one.`}
      size="sm"
      foot={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
      bodyClassName="grid content-start justify-items-start gap-4"
    >
      <QrCode text={link} label="QR code of the link" />
      <Field label="Link" className="w-full">
        <TextInput readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy />} onClick={() => void copy()}>
          Copy Link
        </Button>
        {canOpen && (
          <Button icon={<ExternalLink />} onClick={() => window.open(link, "_blank", "noopener")}>
            Open Here
          </Button>
        )}
      </div>
    </Dialog>
  );
}
