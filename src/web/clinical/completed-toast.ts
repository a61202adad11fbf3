/** Done, wherever it is pressed: the specification's words, then whose visit it was. */
export const completedToast = (patientName: string | undefined) => ({
  title: "Consultation Completed",
  description: ["Patient has been moved to the patient list", patientName].filter(Boolean).join(" · "),
});
