/** Random access to bytes of a known length. */
export type Bytes = { size: number; read(position: number, length: number): Promise<Buffer> };
