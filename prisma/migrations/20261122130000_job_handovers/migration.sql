-- CreateTable
CREATE TABLE "job_handovers" (
    "ref" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "tenant_id" TEXT,
    "work" JSON NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 0,
    "handed_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_handovers_pkey" PRIMARY KEY ("ref")
);

-- CreateIndex
CREATE INDEX "job_handovers_due_at_idx" ON "job_handovers"("due_at");

-- CreateIndex
CREATE INDEX "job_handovers_tenant_id_idx" ON "job_handovers"("tenant_id");
