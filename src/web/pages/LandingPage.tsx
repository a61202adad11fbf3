import { Wordmark } from "./Brand.tsx";

export function LandingPage() {
  return (
    <main>
      <Wordmark />
      <h1>The patient chart, in good order.</h1>
      <a href="/dashboard">Login</a>
    </main>
  );
}
