// Packages without types of their own.
declare module "@cornerstonejs/codec-libjpeg-turbo-8bit/decode";
declare module "@cornerstonejs/codec-charls/decode";
declare module "@cornerstonejs/codec-openjpeg/decode";
declare module "jpeg-lossless-decoder-js" {
  export class Decoder {
    decompress(jpeg: ArrayBuffer, offset: number, length: number): ArrayBuffer;
  }
}
