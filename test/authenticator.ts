import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const flags = { person: 0x01, verified: 0x04, attested: 0x40 };

type Signed = {
  /** The origin that the browser reports. */
  origin: string;
  /** Where the passkey is used. */
  rpId: string;
  challenge: string;
};

/** Signs as a security key does (WebAuthn level 2, ES256, no attestation), and as a broken or stolen one would. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  /** Whether the user was verified by fingerprint, face or PIN. */
  verifies = true;
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  get id() {
    return this.credentialId.toString("base64url");
  }

  /** Response to PublicKeyCredentialCreationOptions. */
  attestation(asked: Signed, statement: [string, unknown][] = []) {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.credentialId.length);
    const data = Buffer.concat([
      this.authenticatorData(asked.rpId, flags.attested),
      Buffer.alloc(16),
      idLength,
      this.credentialId,
      coseKey,
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", statement.length > 0 ? "packed" : "none"],
        ["attStmt", new Map(statement)],
        ["authData", new Uint8Array(data)],
      ]) as Parameters<typeof isoCBOR.encode>[0],
    );
    return this.answer({
      clientDataJSON: clientData("webauthn.create", asked).toString("base64url"),
      attestationObject: Buffer.from(attestationObject).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Response to PublicKeyCredentialRequestOptions. */
  assertion(asked: Signed) {
    const data = this.authenticatorData(asked.rpId);
    const said = clientData("webauthn.get", asked);
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(said)]))
      .sign(this.keys.privateKey);
    return this.answer({
      clientDataJSON: said.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  private answer<Response>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key" as const,
      clientExtensionResults: {},
      response,
    };
  }

  private authenticatorData(rpId: string, more = 0): Buffer {
    const end = Buffer.alloc(5);
    end.writeUInt8(flags.person | (this.verifies ? flags.verified : 0) | more);
    end.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), end]);
  }
}

const clientData = (type: string, { challenge, origin }: Signed) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
