-- CreateTable
CREATE TABLE "domain_reports" (
    "domain_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reporter" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "domain_reports_pkey" PRIMARY KEY ("domain_id","kind","reporter","report_id")
);

-- CreateTable
CREATE TABLE "domain_report_days" (
    "domain_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "reporter" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "disposition" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "messages" BIGINT NOT NULL,

    CONSTRAINT "domain_report_days_pkey" PRIMARY KEY ("domain_id","kind","day","reporter","source","result","disposition")
);

-- CreateIndex
CREATE INDEX "domain_reports_received_at_idx" ON "domain_reports"("received_at");

-- CreateIndex
CREATE INDEX "domain_reports_tenant_id_idx" ON "domain_reports"("tenant_id");

-- CreateIndex
CREATE INDEX "domain_report_days_day_idx" ON "domain_report_days"("day");

-- CreateIndex
CREATE INDEX "domain_report_days_tenant_id_idx" ON "domain_report_days"("tenant_id");
