import { Star } from "lucide-react";
import { ariaKeys, keysOf } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";

export function FavouritesButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      size="sm"
      icon={<Star />}
      onClick={onPress}
      title={keysOf("favourites").join("+")}
      aria-keyshortcuts={ariaKeys("favourites")}
    >
      Favorites
    </Button>
  );
}
