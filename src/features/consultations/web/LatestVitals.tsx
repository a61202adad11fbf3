export function LatestVitals(_props: { patientId: number }) {
  return <p>Vitals</p>;
}
