export function TodaysConsultations(_props: { onView: (id: number) => void; onEdit: (id: number) => void }) {
  return <p>Today</p>;
}
