// The style sheet belongs to this file alone: to a chunk that the landing page shares, it would come there too.
import "./styles/main.css";

export { startApp } from "./start-app.tsx";
