/** Bytes that can be read anywhere, of a known length. */
export type Bytes = { size: number; read(position: number, length: number): Promise<Buffer> };
