-- CreateIndex
CREATE INDEX "audit_events_actor_user_id_created_at_id_idx" ON "audit_events"("actor_user_id", "created_at" DESC, "id" DESC);
