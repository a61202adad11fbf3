import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type GrowthValue, growthCurve, patientGrowth } from "#features/growth/contract.ts";
import { renderScreen, reply } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { GrowthSheet } from "./GrowthSheet.tsx";

const value = (indicator: GrowthValue["indicator"], date: string, z: number): GrowthValue => ({
  indicator,
  date,
  ageInDays: 0,
  correctedAgeInDays: null,
  value: 20,
  length: null,
  z,
  centile: 50,
  isPlausible: true,
  isAssessed: true,
});

it("shows the body mass index of a child of school age, not an old weight for height", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  renderScreen(
    <GrowthSheet patient={aPatientRecord({ birthday: "2017-06-01", sex: "F" })} whenAny={false} />,
    {
      answers: [
        reply(patientGrowth, [
          value("wfa", "2021-06-01", -2.5),
          value("wfh", "2021-06-01", -2.5),
          value("bfa", "2026-11-20", 0.4),
        ]),
        reply(growthCurve, []),
      ],
    },
  );
  expect(await screen.findByText("BMI for age", { selector: "dt" })).toBeTruthy();
  expect(screen.queryByText("Weight for height", { selector: "dt" })).toBeNull();
  vi.useRealTimers();
});
