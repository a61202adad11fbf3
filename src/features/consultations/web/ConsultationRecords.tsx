export function ConsultationRecords(_props: { patientId: number; onAdd: () => void }) {
  return <p>Records</p>;
}
