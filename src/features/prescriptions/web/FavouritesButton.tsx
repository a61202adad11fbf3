import { Star } from "lucide-react";
import { Button } from "#web/ui/Button.tsx";

export function FavouritesButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      size="sm"
      icon={<Star aria-hidden="true" className="size-4" strokeWidth={1.75} />}
      onClick={onPress}
      title="Alt+F"
      aria-keyshortcuts="Alt+F"
    >
      Favourites
    </Button>
  );
}
