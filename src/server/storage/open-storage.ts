import type { Settings } from "../settings.ts";
import type { Storage } from "./storage.ts";
import { DiskStorage } from "./storage-disk.ts";
import { EncryptedStorage } from "./storage-encrypted.ts";
import { S3Storage } from "./storage-s3.ts";

/** The store of the settings, encrypting with their keys. */
export const openStorage = (settings: Settings): EncryptedStorage =>
  new EncryptedStorage(openPlainStorage(settings), settings.filesKeys, settings.dataDir);

/** A bucket if one is set, else the data folder. */
function openPlainStorage(settings: Settings): Storage {
  const { s3Bucket, s3AccessKeyId, s3SecretAccessKey } = settings;
  if (s3Bucket === null || s3AccessKeyId === null || s3SecretAccessKey === null)
    return new DiskStorage(settings.dataDir);
  return new S3Storage({
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    endpoint: settings.s3Endpoint ?? `https://s3.${settings.s3Region}.amazonaws.com`,
    region: settings.s3Region,
    isPathStyle: settings.s3ForcePathStyle,
  });
}
