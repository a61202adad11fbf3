import sharp from "sharp";
import { addConsultation } from "#features/consultations/contract.ts";
import { previewMerge } from "#features/merges/contract.ts";
import { addPatient, editPatient } from "#features/patients/contract.ts";
import { addTask, changeTask } from "#features/tasks/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { endpoints, nameOf, placesOf } from "#test/endpoints.ts";
import type { Call } from "#test/request-for.ts";
import {
  nobodysId,
  nobodysPath,
  paramsFor,
  queryOf,
  type SeededClinic,
} from "#test/safety/seeded-records.ts";

type Records = SeededClinic["records"];

/** An input that names a record: a path parameter, or a field of a body. */
export type Input = { name: string; endpoint: Endpoint; call: (own: Records, named: Records) => Call };

export const nobodysRecords = (records: Records): Records =>
  Object.fromEntries(Object.keys(records).map((key) => [key, key === "path" ? nobodysPath : nobodysId]));

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#3a3" } })
  .png()
  .toBuffer();

/** Not the row of an import, which is numbered within it. */
const idsOf = (endpoint: Endpoint) => placesOf(endpoint).filter((place) => place !== "row");

const withPlaces = endpoints.filter(
  (endpoint) => placesOf(endpoint).length > 0 && endpoint.access !== "admin",
);

export const inPaths: Input[] = withPlaces.flatMap((endpoint) =>
  idsOf(endpoint).map((place) => ({
    name: `${nameOf(endpoint)} by ${place}`,
    endpoint,
    call: (own, named) => ({
      params: { ...paramsFor(endpoint, own), [place]: paramsFor(endpoint, named)[place] ?? nobodysId },
      query: queryOf(endpoint, own),
      ...(endpoint.body && { body: acceptedBodies[nameOf(endpoint)] ?? {} }),
      ...(endpoint.upload && asMultipart([["a.png", picture]], endpoint.upload.field)),
    }),
  })),
);

export const aVisit = { chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" };
export const somebody = { hospital: "Makati Medical Center", patientName: "Reyes, Ana", sex: "F" };

export const inBodies: Input[] = [
  {
    name: "GET /api/patients/:id/merge by otherId",
    endpoint: previewMerge,
    call: ({ child }, { patient }) => ({
      params: { id: Number(child) },
      query: { otherId: String(patient) },
    }),
  },
  {
    name: "POST /api/consultations by patientId",
    endpoint: addConsultation,
    call: (_, { patient }) => ({ body: { ...aVisit, patientId: patient } }),
  },
  {
    name: "POST /api/tasks by assignedToId",
    endpoint: addTask,
    call: (_, { staff }) => ({ body: { title: "Call the laboratory", assignedToId: staff } }),
  },
  {
    name: "PATCH /api/tasks/:id by assignedToId",
    endpoint: changeTask,
    call: ({ task }, { staff }) => ({ params: { id: task ?? 0 }, body: { assignedToId: staff } }),
  },
  ...(["laboratoryFiles", "imagingFiles", "otherFiles"] as const).flatMap((list): Input[] => [
    {
      name: `PATCH /api/patients/:id by ${list}`,
      endpoint: editPatient,
      call: ({ patient }, { path }) => ({ params: { id: patient ?? 0 }, body: { [list]: [path] } }),
    },
    {
      name: `POST /api/patients by ${list}`,
      endpoint: addPatient,
      call: (_, { path }) => ({ body: { ...somebody, admissionNo: `I-${list}`, [list]: [path] } }),
    },
  ]),
];
