// The package has no types for this entry.
declare module "libheif-js/wasm-bundle.js" {
  type Picture = { data: Uint8ClampedArray; width: number; height: number };
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    display(into: Picture, done: (drawn: Picture | null) => void): void;
    free(): void;
  };
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
